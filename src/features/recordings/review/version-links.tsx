import words from '#content/project.yaml';
import type { ReviewedRecording } from './find-recording.ts';
import styles from './review-player.module.css';

const { player, versions: texts } = words;

/** Links to the versions of a recording, each with its number, its label, and whether it is pinned or approved. */
export function VersionLinks({
  versions,
  fileId,
  path,
}: Pick<ReviewedRecording, 'versions'> & {
  readonly fileId: string;
  /** Of the page that this stands on. */
  readonly path: string;
}) {
  return (
    <nav className={styles.versions} id={`versions-${fileId}`} data-live aria-label={player.version}>
      {versions.map(({ id, number, label, stage, isPinned, isApproved }) => {
        const marks = [
          stage && texts.stages[stage],
          isPinned && texts.pinned,
          isApproved && texts.approved,
        ].filter(Boolean);
        return (
          <a
            key={id}
            href={`${path}?file=${id}#player`}
            title={label}
            aria-current={id === fileId ? 'true' : undefined}
          >
            {player.versionMark}
            {number}
            {marks.length > 0 && <span className={styles.marks}> {marks.join(', ')}</span>}
          </a>
        );
      })}
    </nav>
  );
}
