import { validate } from 'uuid';
import words from '#content/compare.yaml';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import type { ComparedFiles } from './find-compared-files.ts';
import styles from './comparison-panel.module.css';

const { choose } = words;

/** The names of the two fields. */
const chosenNames = ['of', 'with'] as const;

/** Renders the choice of any two versions of the recording. `isSame` if the same one was chosen twice. */
export function ChooseVersions({
  compared: { older, newer, versions },
  isSame,
}: {
  readonly compared: ComparedFiles;
  readonly isSame: boolean;
}) {
  if (versions.length < 3) return null;
  const rows = [
    { name: chosenNames[0], label: choose.one, id: older.id },
    { name: chosenNames[1], label: choose.other, id: newer.id },
  ];
  return (
    <form
      className={`${styles.fields} ${styles.choose}`}
      action={`/portal/files/${older.id}/compare/${newer.id}`}
      aria-label={choose.title}
    >
      {rows.map(({ name, label, id }) => (
        <label key={name}>
          <span className="small dim">{label}</span>
          <select
            name={name}
            defaultValue={id}
            aria-invalid={isSame || undefined}
            aria-describedby={isSame ? 'same-version' : undefined}
          >
            {versions.map((file) => (
              <option key={file.id} value={file.id}>
                {fill(choose.version, { number: String(file.version), file: fileLabelOf(file) })}
              </option>
            ))}
          </select>
        </label>
      ))}
      <Button type="submit" label={choose.compare} size="small" variant="secondary" />
      {isSame && (
        <p className={styles.failed} id="same-version" role="alert">
          {choose.same}
        </p>
      )}
    </form>
  );
}

/**
 * Returns the address of the comparison of two chosen versions, or null if none were chosen. If both are the same
 * version, returns the current comparison with `same`.
 */
export function chosenComparison(
  [id = '', other = '']: readonly (string | undefined)[],
  query: URLSearchParams,
): string | null {
  const [one, against] = chosenNames.map((name) => query.get(name) ?? '');
  if (!validate(one) || !validate(against)) return null;
  if (one !== against) return `/portal/files/${one}/compare/${against}`;
  return validate(id) && validate(other) ? `/portal/files/${id}/compare/${other}?same=` : null;
}
