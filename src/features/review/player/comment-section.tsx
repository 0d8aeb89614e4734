import words from '#content/project.yaml';
import { PlayButton } from '#src/playing/play-button.tsx';
import styles from './comment-section.module.css';

const { player } = words;

/** Shows a play button and the progress while the waveform is scrolled out of view. Needs scripts. */
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

/** Shows the comment form and the comments below the waveform. */
export function CommentSection({
  progress,
  form,
  children,
}: {
  /** Position and length as text; null if the length is unknown. */
  readonly progress: string | null;
  readonly form: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.comments} role="group" aria-label={player.comments} data-comment-section>
      <div className={styles.above}>
        <SmallPlayer progress={progress} />
      </div>
      {form}
      {children}
    </div>
  );
}
