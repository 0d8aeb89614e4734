import type { ReactNode } from 'react';
import { Powder } from '#src/ui/powder.tsx';
import { Wave, waveLinesOf } from '#src/ui/wave.tsx';
import { noteOf, type NoteSlug } from './notes.ts';
import styles from './plate-head.module.css';

interface Lines {
  readonly wide: readonly string[];
  readonly narrow: readonly string[];
}

/** Type size by the longest line, so that no headline reaches over the edge of the page. */
function sizeOf(lines: readonly string[]): 'normal' | 'long' {
  return Math.max(...lines.map((line) => line.length)) > 10 ? 'long' : 'normal';
}

const isSame = ({ wide, narrow }: Lines) => wide.join('\n') === narrow.join('\n');

/** "E4, 329.63 Hz". */
const kickerOf = (slug: NoteSlug) => {
  const { id, hz } = noteOf(slug);
  return `${id}, ${hz} Hz`;
};

/**
 * The head of a page: the powder of its note at the right, its title set as a standing wave, and a line on what
 * it is about. `tall` fills the screen, for pages that hold little else.
 */
export function PlateHead({
  note,
  lines,
  lead,
  isTall = false,
  children,
}: {
  readonly note: NoteSlug;
  readonly lines: Lines;
  readonly lead?: string | undefined;
  readonly isTall?: boolean;
  /** Buttons or facts under the lead. */
  readonly children?: ReactNode;
}) {
  return (
    <section className={[styles.head, isTall && styles.tall].filter(Boolean).join(' ')} data-s="plate">
      <div className={styles.plate}>
        <Powder slug={note} />
      </div>
      <div className={`wrap ${styles.content}`}>
        <p className={`italic dim num ${styles.kicker}`}>{kickerOf(note)}</p>
        <h1 className={styles.title} data-wide={sizeOf(lines.wide)} data-narrow={sizeOf(lines.narrow)}>
          <Wave
            lines={waveLinesOf(lines.wide)}
            narrowLines={isSame(lines) ? undefined : waveLinesOf(lines.narrow)}
          />
        </h1>
        {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
        {children}
      </div>
    </section>
  );
}
