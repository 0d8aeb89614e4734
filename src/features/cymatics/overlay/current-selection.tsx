import words from '#content/cymatics.yaml';
import type { Note } from '#src/features/site/notes.ts';
import { selectionRowsOf } from './words-of.ts';

/** The selected note: its name, where it leads, its frequency, its label and its modes. */
export function CurrentSelection({ note }: { readonly note: Note }) {
  return (
    <section className="cym-selection" aria-labelledby="cym-selection">
      <h3 id="cym-selection" className="italic dim">
        {words.selection.title}
      </h3>
      <p className="cym-note num">{note.id}</p>
      <dl className="num">
        {selectionRowsOf(note).map(([name, value]) => (
          <div key={name}>
            <dt className="italic dim">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
