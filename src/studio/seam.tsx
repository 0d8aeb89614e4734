import { Trace } from '#src/ui/trace.tsx';
import type { NoteSlug } from './notes.ts';
import styles from './seam.module.css';

/** A note's trace on the line where two surfaces meet; its bars take the other surface's colour as they cross. */
export function Seam({
  note,
  above,
}: {
  readonly note: NoteSlug;
  /** The surface above the line; the other lies beneath. */
  readonly above: 'paper' | 'plate';
}) {
  return (
    <div className={`${styles.seam} ${styles[above]}`}>
      <Trace slug={note} />
    </div>
  );
}
