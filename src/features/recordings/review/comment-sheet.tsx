import words from '#content/project.yaml';
import { PlayButton } from '#src/features/playing/play-button.tsx';
import { Button } from '#src/ui/button.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import styles from './review-player.module.css';
import { VersionPair } from './version-links.tsx';

const { player } = words;

/**
 * The comments, and a bar below the player with what is used most on a phone. There `comment-sheet.client.ts` makes the comments
 * a sheet that the bar opens; elsewhere, and without scripts, they stand in their place and there is no bar.
 */
export function CommentSheet({
  fileId,
  versions,
  children,
}: {
  readonly fileId: string;
  readonly versions: ReviewedRecording['versions'];
  readonly children: React.ReactNode;
}) {
  const id = `sheet-${fileId}`;
  return (
    <>
      <div className={styles.sheet} id={id} role="group" aria-label={player.comments} data-sheet>
        <div className={styles.closing}>
          <Button
            label={player.closeComments}
            variant="secondary"
            size="small"
            popoverTarget={id}
            popoverTargetAction="hide"
          />
        </div>
        {children}
      </div>
      <div className={styles.bar} data-bar hidden>
        <p className={`num dim ${styles.matchedText}`} data-matched-text="" aria-hidden="true" />
        <PlayButton labels={[player.play, player.pause]} />
        <VersionPair {...{ versions, fileId }} />
        <Button
          label={player.openComments}
          variant="secondary"
          size="small"
          popoverTarget={id}
          popoverTargetAction="show"
        />
      </div>
    </>
  );
}
