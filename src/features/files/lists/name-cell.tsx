import type { ReactNode } from 'react';
import lists from '#content/file-lists.yaml';
import words from '#content/project.yaml';
import { fileLabelOf, type LabelledFile } from '../file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { formIdOf, type Archive } from './download-files.tsx';
import styles from './name-cell.module.css';

type Props = {
  readonly file: LabelledFile & { readonly id: string };
  /** The files selectable for download. A single file has no checkbox. */
  readonly of: readonly unknown[];
  readonly archive?: Archive;
  /** True if the file was selected in a refused form. */
  readonly isChosen?: boolean;
  readonly cover?: ReactNode;
  /** The file's name, as a link. */
  readonly link: ReactNode;
  /** Content next to the name. */
  readonly beside?: ReactNode;
  /** Content below the name. */
  readonly children: ReactNode;
};

/** Renders the table cell of a file's name, with a checkbox that selects the file for download. */
export function NameCell({
  file,
  of,
  archive = 'files',
  isChosen = false,
  cover,
  link,
  beside,
  children,
}: Props) {
  const isBoxed = of.length > 1;
  const named = (
    <>
      <div className={isBoxed ? `${styles.first} ${styles.boxed}` : styles.first}>
        {isBoxed ? (
          <span className={styles.choosable}>
            <input
              type="checkbox"
              name={archive === 'files' ? 'file' : 'sent'}
              value={file.id}
              form={formIdOf(archive)}
              aria-label={fill(archive === 'files' ? lists.select.one : words.files.choose, {
                file: fileLabelOf(file),
              })}
              defaultChecked={isChosen}
              autoComplete="off"
              className={styles.choice}
            />
            {link}
          </span>
        ) : (
          link
        )}
        {beside}
      </div>
      <div className={isBoxed ? styles.below : undefined}>{children}</div>
    </>
  );
  if (!cover) return named;
  return (
    <div className={styles.covered}>
      {cover}
      <div>{named}</div>
    </div>
  );
}
