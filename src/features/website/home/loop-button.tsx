import { Icon } from '#src/ui/icon.tsx';
import styles from './loop-button.module.css';

/** Pauses and resumes an animation. Disabled until home.client.ts enables it. */
export function LoopButton({
  pause,
  resume,
  className,
}: {
  readonly pause: string;
  readonly resume: string;
  readonly className?: string | undefined;
}) {
  return (
    <button type="button" className={[styles.button, className].filter(Boolean).join(' ')} data-loop disabled>
      <span className={styles.pause}>
        <Icon name="pause" />
        <span className="sr-only">{pause}</span>
      </span>
      <span className={styles.resume}>
        <Icon name="play" />
        <span className="sr-only">{resume}</span>
      </span>
    </button>
  );
}
