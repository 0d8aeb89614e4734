import styles from './search-field.module.css';

/** The field of a form that searches a list of the desk by `q`. A page has one. */
export function SearchField({
  label,
  hint,
  search,
}: {
  readonly label: string;
  /** Says in the empty field what can be searched for. */
  readonly hint: string;
  readonly search: string;
}) {
  return (
    <label className={styles.search} htmlFor="q">
      <span className="small">{label}</span>
      <input
        type="search"
        id="q"
        name="q"
        defaultValue={search}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        placeholder={hint}
      />
    </label>
  );
}
