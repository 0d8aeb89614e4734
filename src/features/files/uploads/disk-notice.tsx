import words from '#content/desk-projects.yaml';
import { fileSizeText } from '../file-size.ts';
import { leastFreeForUploads } from '#src/platform/disk-room.ts';
import { fill } from '#src/platform/fill.ts';
import { Notice } from '#src/ui/notice.tsx';
import styles from '#src/workspace/error-summary.module.css';
import { lowDiskBytes } from './disk-space.ts';

/** Shows the free disk space, as a warning if it is low; with `isQuiet` only the warning. */
export function DiskNotice({
  freeBytes,
  isQuiet = false,
}: {
  readonly freeBytes: number | null;
  readonly isQuiet?: boolean;
}) {
  if (freeBytes === null) return null;
  const free = fileSizeText(freeBytes);
  const least = fileSizeText(leastFreeForUploads);
  const notice =
    freeBytes < leastFreeForUploads ? (
      <Notice kind="error">{fill(words.disk.full, { free, least })}</Notice>
    ) : freeBytes < lowDiskBytes ? (
      <Notice kind="error">{fill(words.disk.low, { free, least })}</Notice>
    ) : isQuiet ? null : (
      <p className="small">{fill(words.disk.free, { free })}</p>
    );
  return notice && <div className={`wrap ${styles.summary}`}>{notice}</div>;
}
