import { Icon } from '#src/ui/icon.tsx';
import styles from './play-button.module.css';

/** Plays and stops a recording, for scripts, which mark it as playing. */
export function PlayButton({
  labels,
  isHidden = false,
  isWaiting = false,
}: {
  /** While it is still, and while it plays. */
  readonly labels: readonly [string, string];
  readonly isHidden?: boolean;
  /** Disabled until scripts can play; not shown where none run. */
  readonly isWaiting?: boolean;
}) {
  return (
    <button
      type="button"
      className={styles.play}
      data-play
      aria-label={labels[0]}
      data-labels={JSON.stringify(labels)}
      hidden={isHidden}
      disabled={isWaiting}
    >
      <Icon name="play" />
      <Icon name="pause" />
    </button>
  );
}
