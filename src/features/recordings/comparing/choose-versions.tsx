import words from '#content/compare.yaml';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import type { ComparedFiles } from './find-compared-files.ts';
import styles from './compare-page.module.css';

const { choose } = words;

/** Any two versions of the recording; `isSame` where the same one was chosen twice. */
export function ChooseVersions({
  compared: { older, newer, versions },
  isSame,
}: {
  readonly compared: ComparedFiles;
  readonly isSame: boolean;
}) {
  if (versions.length < 3) return null;
  const rows = [
    { name: 'of', label: choose.one, id: older.id },
    { name: 'with', label: choose.other, id: newer.id },
  ];
  return (
    <form
      className={`${styles.row} ${styles.choose}`}
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
