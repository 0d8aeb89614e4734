import { Icon } from '#src/ui/icon.tsx';
import styles from './play-button.module.css';

/** Plays and pauses a recording. Scripts wire it and mark it as playing. */
export function PlayButton({
  labels,
  isHidden = false,
  isWaiting = false,
}: {
  /** The labels while paused and while playing. */
  readonly labels: readonly [string, string];
  readonly isHidden?: boolean;
  /** True if it is disabled until scripts can play; hidden without scripts. */
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
