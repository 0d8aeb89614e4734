import { Trace } from '#src/ui/trace.tsx';
import type { NoteSlug } from './notes.ts';
import styles from './trace-divider.module.css';

/** A note's trace on the line where two surfaces meet; its bars change colour where they cross the line. */
export function TraceDivider({
  note,
  above,
}: {
  readonly note: NoteSlug;
  /** The surface above the line. */
  readonly above: 'paper' | 'plate';
}) {
  return (
    <div className={`${styles.divider} ${styles[above]}`}>
      <Trace slug={note} />
    </div>
  );
}
