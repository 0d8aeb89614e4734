import type { ReactNode } from 'react';
import { Figure } from '#src/ui/figure.tsx';
import { noteOf, type Mode, type NoteSlug } from './notes.ts';
import styles from './lab-section.module.css';

const pair = ({ m, n }: Mode) => `(${m},${n})`;

/** The lab margin: figure, note, frequency and modes of a section, as in a notebook. A row on phones. */
function LabMargin({
  note: slug,
  figure = 'always',
}: {
  readonly note: NoteSlug;
  /** `narrow` if wide screens show a big figure next to the text. */
  readonly figure?: 'always' | 'narrow';
}) {
  const note = noteOf(slug);
  return (
    <div className={styles.margin}>
      <div className={styles.notes}>
        <Figure slug={slug} className={figure === 'narrow' ? 'only-narrow' : undefined} />
        <div>
          <p className={styles.id}>{note.id}</p>
          <p className={`italic small dim ${styles.facts}`}>
            {note.hz.toFixed(2)} Hz
            <br />
            modes {pair(note.primary)}, {pair(note.secondary)}
          </p>
        </div>
      </div>
    </div>
  );
}

/**
 * A section of a page: its surface, its note in the lab margin, its heading, and its content in the other ten
 * columns. The section is named by its heading, so that focus moved to it says where the reader is.
 */
export function LabSection({
  id,
  surface,
  note,
  title,
  lead,
  look = 'title',
  figure,
  backdrop,
  className,
  children,
}: {
  readonly id: string;
  /** `plate-1` is the plate one step lighter. */
  readonly surface: 'plate' | 'plate-1' | 'paper' | 'signal';
  readonly note: NoteSlug;
  readonly title: string;
  readonly lead?: string | undefined;
  /** `eyebrow` sets the heading small, above a statement; `none` leaves it to the content (id `<id>-title`). */
  readonly look?: 'title' | 'eyebrow' | 'none';
  readonly figure?: 'always' | 'narrow';
  /** Decoration behind the content. */
  readonly backdrop?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={['section', styles.section, surface === 'plate-1' && styles.raised, className]
        .filter(Boolean)
        .join(' ')}
      data-s={surface === 'plate-1' ? 'plate' : surface}
      aria-labelledby={`${id}-title`}
    >
      {backdrop}
      <div className={`wrap grid ${styles.wrap}`}>
        <LabMargin note={note} {...(figure ? { figure } : {})} />
        <div className={styles.body}>
          {look !== 'none' && (
            <h2 id={`${id}-title`} className={look === 'title' ? 'title' : `italic ${styles.eyebrow}`}>
              {title}
            </h2>
          )}
          {lead && <p className={`lead dim ${styles.lead}`}>{lead}</p>}
          {children}
        </div>
      </div>
    </section>
  );
}
