import words from '#content/cymatics.yaml';
import pageWords from '#content/cymatics-page.yaml';
import { type Note, notes, plates } from '#src/studio/notes.ts';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { TraceDivider } from '#src/studio/trace-divider.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { figureDescriptionOf } from '#src/figures/figure-description.ts';
import styles from './cymatics-page.module.css';
import { Figure } from '#src/ui/figure.tsx';
import { chirpPath, curveBox, responsePath } from '#src/features/cymatics/overlay/explainer-curves.ts';
import explainerDrawingsStyles from './explainer-drawings.module.css';
import { destinationOf } from '#src/studio/destinations.ts';
import { widthOf } from '#src/ui/wave-width.ts';
import noteEntryStyles from './note-entry.module.css';
import { selectionRowsOf } from '#src/features/cymatics/overlay/overlay-text.ts';

/** Renders the facts that the overlay shows about a note, with its destination as a link. */
function NoteFacts({ note }: { readonly note: Note }) {
  const destination = note.destination && destinationOf(note.destination);
  return (
    <dl className={`num ${noteEntryStyles.facts}`}>
      {selectionRowsOf(note).map(([term, value], row) => (
        <div key={term} className={noteEntryStyles.fact}>
          <dt className="italic dim">{term}</dt>
          <dd>{row === 0 && destination ? <a href={destination.href}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Renders a note of the octave: figure, name, the overlay's facts, and the figure described in words. The names move as
 * a standing wave over the list, weakest at its ends.
 */
function NoteEntry({
  note,
  index,
  isCurrent,
}: {
  readonly note: Note;
  readonly index: number;
  /** True if the page was opened on this note. */
  readonly isCurrent: boolean;
}) {
  return (
    <li
      id={note.slug}
      className={noteEntryStyles.entry}
      data-key={note.isWhite ? 'white' : 'black'}
      aria-current={isCurrent || undefined}
    >
      <Figure slug={note.slug} className={noteEntryStyles.figure} />
      <h3 className={`${noteEntryStyles.name} w${widthOf(index, notes.length, 1)}`}>{note.id}</h3>
      <NoteFacts note={note} />
      <p className={`score dim ${noteEntryStyles.text}`}>{figureDescriptionOf(note)}</p>
    </li>
  );
}

const chirp = chirpPath();
const response = responsePath();

interface Props {
  readonly className?: string | undefined;
}

function Curve({ d, className }: Props & { readonly d: string }) {
  return (
    <svg
      className={[explainerDrawingsStyles.curve, className].filter(Boolean).join(' ')}
      viewBox={curveBox}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={d} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Draws a rising tone. */
const FrequencyDrawing = ({ className }: Props) => <Curve d={chirp} className={className} />;

/** Draws four figures from coarse to fine. */
function PatternDrawing({ className }: Props) {
  return (
    <div className={[explainerDrawingsStyles.figures, className].filter(Boolean).join(' ')}>
      <Figure slug="c4" />
      <Figure slug="e4" />
      <Figure slug="g4" />
      <Figure slug="b4" />
    </div>
  );
}

/** Draws the few frequencies at which a membrane resonates. */
const ResonanceDrawing = ({ className }: Props) => <Curve d={response} className={className} />;

const { info } = words;
const facts = [
  { ...info.frequency, Drawing: FrequencyDrawing },
  { ...info.pattern, Drawing: PatternDrawing },
  { ...info.resonance, Drawing: ResonanceDrawing },
];

function Explainer() {
  return (
    <section className="section" data-s="paper" aria-labelledby="explainer-title">
      <div className={`wrap ${styles.explainer}`}>
        <div>
          <h2 id="explainer-title" className="title">
            {info.title}
          </h2>
          <p className={`lead ${styles.text}`}>{info.text}</p>
        </div>
        <ul className={styles.facts}>
          {facts.map(({ title, text, Drawing }) => (
            <li key={title}>
              <Drawing className={styles.drawing} />
              <div>
                <h3 className="title-3">{title}</h3>
                <p className={`dim ${styles.fact}`}>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/**
 * The overlay as a page: what cymatics is, and the twelve notes with their figures and destinations. If it opens on
 * `note`, the plate shows its figure, with a description next to it.
 */
export function CymaticsPage({ note: opened }: { readonly note?: Note }) {
  return (
    <>
      <PlateHead
        note={opened?.slug ?? plates.cymatics}
        lines={pageWords.lines}
        lead={opened ? figureDescriptionOf(opened) : words.subtitle}
      >
        {opened && (
          <div className={styles.opened}>
            <NoteFacts note={opened} />
          </div>
        )}
        <div className={styles.start}>
          <ButtonLink
            label={pageWords.play}
            href="#notes"
            data-opens="cymatics:page"
            className={styles.play}
          />
          <p className={`italic dim ${styles.withoutScript}`}>{pageWords.withoutScript}</p>
        </div>
      </PlateHead>
      <Explainer />
      <TraceDivider note={plates.portal} above="paper" />
      <section id="notes" className="section" data-s="plate" aria-labelledby="notes-title">
        <div className="wrap">
          <div className={styles.head}>
            <h2 id="notes-title" className="title">
              {pageWords.notes.title}
            </h2>
            <p className="lead">{pageWords.notes.lead}</p>
          </div>
          <ol>
            {notes.map((note, index) => (
              <NoteEntry key={note.id} note={note} index={index} isCurrent={note === opened} />
            ))}
          </ol>
        </div>
      </section>
    </>
  );
}
