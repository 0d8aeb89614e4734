import words from '#content/cymatics.yaml';
import pageWords from '#content/cymatics-page.yaml';
import { type Note, notes, plates } from '#src/studio/notes.ts';
import { PlateHead } from '#src/studio/plate-head.tsx';
import { TraceDivider } from '#src/studio/trace-divider.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { figureDescriptionOf } from '#src/figures/figure-description.ts';
import styles from './cymatics-page.module.css';
import { FrequencyDrawing, PatternDrawing, ResonanceDrawing } from './explainer-drawings.tsx';
import { NoteEntry, NoteFacts } from './note-entry.tsx';

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
 * The overlay as a page: what cymatics is, and the twelve notes with their figures and destinations. It opens on `note`, if
 * one is given: its figure is on the plate, and what there is to say of it beside.
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
