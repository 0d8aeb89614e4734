import words from '#content/cymatics.yaml';
import { destinationOf } from '#src/features/site/destinations.ts';
import { notes, type Mode, type Note } from '#src/features/site/notes.ts';
import { Figure } from '#src/ui/figure.tsx';
import { widthOf } from '#src/ui/wave-width.ts';
import { figureDescriptionOf } from './figure-description.ts';
import styles from './note-entry.module.css';

const { leadsTo, soundsOnly, frequency, label, modes } = words.selection;

const nameOf = ({ m, n }: Mode) => `(${m},${n})`;
const modesTextOf = ({ primary, secondary, amplitude }: Note) =>
  `${nameOf(primary)} + ${amplitude} × ${nameOf(secondary)}`;

/**
 * A note of the octave: figure, name, what the overlay says of it, and the figure in words. The names are a standing
 * wave over the whole list, quiet at its ends.
 */
export function NoteEntry({ note, index }: { readonly note: Note; readonly index: number }) {
  const destination = note.destination && destinationOf(note.destination);
  const rows = [
    { term: leadsTo, value: destination ? <a href={destination.href}>{destination.label}</a> : soundsOnly },
    { term: frequency, value: `${note.hz} Hz` },
    { term: label, value: note.label },
    { term: modes, value: modesTextOf(note) },
  ];
  return (
    <li id={note.slug} className={styles.entry} data-key={note.isWhite ? 'white' : 'black'}>
      <Figure slug={note.slug} className={styles.figure} />
      <h3 className={`${styles.name} w${widthOf(index, notes.length, 1)}`}>{note.id}</h3>
      <dl className={`num ${styles.facts}`}>
        {rows.map(({ term, value }) => (
          <div key={term} className={styles.fact}>
            <dt className="italic dim">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`score dim ${styles.text}`}>{figureDescriptionOf(note)}</p>
    </li>
  );
}
