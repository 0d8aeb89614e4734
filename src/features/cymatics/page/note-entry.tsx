import { destinationOf } from '#src/studio/destinations.ts';
import { notes, type Note } from '#src/studio/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import { widthOf } from '#src/ui/wave-width.ts';
import { figureDescriptionOf } from '#src/figures/figure-description.ts';
import styles from './note-entry.module.css';
import { selectionRowsOf } from '#src/features/cymatics/overlay/words-of.ts';

/** The facts that the overlay shows of a note, with its destination as a link. */
export function NoteFacts({ note }: { readonly note: Note }) {
  const destination = note.destination && destinationOf(note.destination);
  return (
    <dl className={`num ${styles.facts}`}>
      {selectionRowsOf(note).map(([term, value], row) => (
        <div key={term} className={styles.fact}>
          <dt className="italic dim">{term}</dt>
          <dd>{row === 0 && destination ? <a href={destination.href}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * A note of the octave: figure, name, what the overlay says of it, and the figure in words. The names are a standing
 * wave over the whole list, quiet at its ends.
 */
export function NoteEntry({
  note,
  index,
  isCurrent,
}: {
  readonly note: Note;
  readonly index: number;
  /** Is it the note that the page was opened on? */
  readonly isCurrent: boolean;
}) {
  return (
    <li
      id={note.slug}
      className={styles.entry}
      data-key={note.isWhite ? 'white' : 'black'}
      aria-current={isCurrent || undefined}
    >
      <Figure slug={note.slug} className={styles.figure} />
      <h3 className={`${styles.name} w${widthOf(index, notes.length, 1)}`}>{note.id}</h3>
      <NoteFacts note={note} />
      <p className={`score dim ${styles.text}`}>{figureDescriptionOf(note)}</p>
    </li>
  );
}
