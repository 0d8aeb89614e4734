import words from '#content/project.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import styles from './download-files.module.css';
import { fileSizeText } from '../file-size.ts';

const { files: texts } = words;

/** The kind of archive: the studio's files of a project, or the client's uploads, which only the team downloads. */
export type Archive = 'files' | 'sent-files';

/** The id of the form that downloads chosen files. */
export const formIdOf = (archive: Archive) => (archive === 'files' ? 'files-form' : 'download-sent-files');

/** Renders downloads of the files that a client sent as a ZIP archive: all, or the checked ones. Nothing for a single file. */
export function DownloadFiles({
  projectId,
  files,
}: {
  readonly projectId: string;
  readonly files: readonly { readonly sizeBytes: number }[];
}) {
  if (files.length < 2) return null;
  const path = `/desk/projects/${projectId}/sent-files.zip`;
  const size = fileSizeText(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return (
    <form id={formIdOf('sent-files')} className={styles.downloads} action={path} data-reset-when-sent>
      <ButtonLink
        href={path}
        download
        label={fill(texts.downloadAll, { size })}
        variant="secondary"
        size="small"
      />
      <Button type="submit" label={texts.downloadChosen} size="small" className={styles.chosen} />
      <p className={`small dim ${styles.hint}`}>{texts.archiveHint}</p>
    </form>
  );
}
