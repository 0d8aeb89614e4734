import type { ReactNode } from 'react';
import { Powder } from '#src/ui/powder.tsx';
import { Wave, waveLinesOf } from '#src/ui/wave.tsx';
import { noteOf, type NoteSlug } from './notes.ts';
import styles from './plate-head.module.css';

interface Lines {
  readonly wide: readonly string[];
  readonly narrow: readonly string[];
}

/** Returns the type size for the longest line, so that headlines fit the page. */
function sizeOf(lines: readonly string[]): 'short' | 'normal' | 'long' {
  const longest = Math.max(...lines.map((line) => line.length));
  if (longest > 13) return 'long';
  return lines.length === 1 && longest < 9 ? 'short' : 'normal';
}

const isSame = ({ wide, narrow }: Lines) => wide.join('\n') === narrow.join('\n');

/** "E4, 329.63 Hz". */
const kickerOf = (slug: NoteSlug) => {
  const { id, hz } = noteOf(slug);
  return `${id}, ${hz} Hz`;
};

/**
 * The head of a page: the powder of its note at the right, its title set as a standing wave, and a line on what
 * it is about. It fills the screen where little else or only text follows: `always`, or on phones.
 */
export function PlateHead({
  note,
  lines,
  lead,
  fills,
  children,
}: {
  readonly note: NoteSlug;
  readonly lines: Lines;
  readonly lead?: string | undefined;
  readonly fills?: 'always' | 'narrow';
  /** Buttons or facts under the lead. */
  readonly children?: ReactNode;
}) {
  return (
    <section className={styles.head} data-fills={fills} data-s="plate">
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
