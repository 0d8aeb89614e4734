import words from '#content/project.yaml';
import { PlayButton } from '#src/playing/play-button.tsx';
import { Button } from '#src/ui/button.tsx';
import type { ReviewedRecording } from './find-recording.ts';
import styles from './review-player.module.css';
import { VersionPair } from './version-links.tsx';

const { player } = words;

const idOf = (fileId: string) => `sheet-${fileId}`;

/**
 * Shows a play button and the progress while the waveform is scrolled out of view or covered by the dialog. Needs
 * scripts.
 */
function SmallPlayer({ progress }: { readonly progress: string | null }) {
  return (
    <div className={styles.small} data-small hidden>
      <PlayButton labels={[player.play, player.pause]} />
      {progress !== null && <p className="small dim num" data-progress={progress} />}
      <svg className={styles.smallWave} data-small-wave aria-hidden="true">
        <svg viewBox="0 0 400 100" preserveAspectRatio="none" width="100%" height="100%">
          <use href="#wave-bars" />
        </svg>
        <line data-small-head x1="0" x2="0" y1="0" y2="100%" />
      </svg>
    </div>
  );
}

/**
 * Shows the comment form and the comments. On a phone `comment-dialog.client.ts` turns them into a dialog that the
 * player's bar opens; elsewhere, and without scripts, they are part of the page.
 */
export function CommentDialog({
  fileId,
  progress,
  form,
  children,
}: {
  readonly fileId: string;
  /** Position and length as text; null if the length is unknown. */
  readonly progress: string | null;
  readonly form: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.sheet} id={idOf(fileId)} role="group" aria-label={player.comments} data-sheet>
      <div className={styles.closing}>
        <SmallPlayer progress={progress} />
        <Button
          label={player.closeComments}
          variant="secondary"
          size="small"
          popoverTarget={idOf(fileId)}
          popoverTargetAction="hide"
        />
      </div>
      {form}
      {children}
    </div>
  );
}

/** Shows the most used actions below the player on a phone. Elsewhere, and without scripts, there is no bar. */
export function PlayerBar({
  fileId,
  versions,
}: {
  readonly fileId: string;
  readonly versions: ReviewedRecording['versions'];
}) {
  return (
    <div className={styles.bar} data-bar>
      <p className={`num dim ${styles.matchedText}`} data-matched-text="" aria-hidden="true" />
      <PlayButton labels={[player.play, player.pause]} />
      <VersionPair {...{ versions, fileId }} />
      <Button
        label={player.openComments}
        variant="secondary"
        size="small"
        popoverTarget={idOf(fileId)}
        popoverTargetAction="show"
      />
    </div>
  );
}
