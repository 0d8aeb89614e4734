import testimonials from '#content/testimonials.yaml';
import { LabSection } from '#src/studio/lab-section.tsx';
import { fill } from '#src/platform/fill.ts';
import { Ticks } from '#src/ui/ticks.tsx';
import { LoopButton } from './loop-button.tsx';
import { TestimonialSlide } from './testimonial-slide.tsx';
import styles from './testimonials.module.css';

const { title, notice, choose, slide, pause, resume, items } = testimonials;

/** A quarter note; the dots of the carousel are notes on a staff. */
function NoteButton({ number }: { readonly number: number }) {
  return (
    <button type="button" className={styles.note} data-note aria-label={fill(slide, { number: `${number}` })}>
      <svg viewBox="0 0 20 44" aria-hidden="true">
        <ellipse cx="9" cy="37" rx="8.4" ry="6" transform="rotate(-22 9 37)" />
        <path d="M16.2 35V2h1.6v33z" />
      </svg>
    </button>
  );
}

/** Breaks the strokes of what it is applied to as chalk on a board does. */
function ChalkTexture() {
  return (
    <svg width="0" height="0" aria-hidden="true">
      <filter id="chalk" x="-5%" y="-5%" width="110%" height="110%">
        <feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="4" result="noise" />
        <feColorMatrix in="noise" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2.2 2.05" result="gaps" />
        <feComposite in="SourceGraphic" in2="gaps" operator="in" result="broken" />
        <feDisplacementMap in="broken" in2="noise" scale="1.6" />
      </filter>
    </svg>
  );
}

/**
 * Quotes in three hands. Without scripts they are a row that scrolls sideways and snaps; carousel.client.ts makes
 * them rotate and shows the controls.
 */
export function Testimonials() {
  return (
    <LabSection id="testimonials" surface="plate" note="as4" title={title}>
      <ChalkTexture />
      <section data-carousel aria-roledescription="carousel" aria-label={choose}>
        <div className={styles.window}>
          <ul className={styles.row} aria-label={title} data-row>
            {items.map((item, index) => (
              <li key={item.name}>
                <TestimonialSlide {...item} number={index + 1} />
              </li>
            ))}
          </ul>
        </div>
        <div className={styles.staff}>
          <Ticks parts={4} direction="down" className={styles.lines} />
          <div className={styles.notes} data-notes hidden>
            {items.map(({ name }, index) => (
              <NoteButton key={name} number={index + 1} />
            ))}
          </div>
          <LoopButton pause={pause} resume={resume} className={styles.pause} />
        </div>
      </section>
      {items.some(({ sample }) => sample) && <p className="italic small dim">{notice}</p>}
    </LabSection>
  );
}
