import type { ReactNode } from 'react';
import words from '#content/project.yaml';
import { fileLabelOf, type LabelledFile } from '../file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { formIdOf, type Archive } from './download-files.tsx';
import styles from './name-cell.module.css';

type Props = {
  readonly file: LabelledFile & { readonly id: string };
  /** The files that can be chosen for a download. A single one has no box. */
  readonly of: readonly unknown[];
  readonly archive?: Archive;
  readonly cover?: ReactNode;
  /** The file's name, as a link. */
  readonly link: ReactNode;
  /** What stands beside the name. */
  readonly beside?: ReactNode;
  /** What stands below the name. */
  readonly children: ReactNode;
};

/** What stands in a table in the cell of a file's name, with a box that chooses the file for a download. */
export function NameCell({ file, of, archive = 'files', cover, link, beside, children }: Props) {
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
              aria-label={fill(words.files.choose, { file: fileLabelOf(file) })}
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
