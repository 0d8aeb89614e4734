import testimonials from '#content/testimonials.yaml';
import { fill } from '#src/platform/fill.ts';
import { LabSection } from '#src/studio/lab-section.tsx';
import { Figure } from '#src/ui/figure.tsx';
import { Ticks } from '#src/ui/ticks.tsx';
import { LoopButton } from './loop-button.tsx';
import slideStyles from './testimonial-slide.module.css';
import styles from './testimonials.module.css';
import { Waveform } from './waveform.tsx';

type Testimonial = (typeof testimonials.items)[number];

const looks = {
  'lab-note': slideStyles.labNote,
  chalkboard: slideStyles.chalkboard,
  'sticky-note': slideStyles.stickyNote,
} as const;

const star = 'M10 1.2l2.5 6h6.3l-5 4 1.9 6.6L10 13.8l-5.7 4 1.9-6.6-5-4h6.3z';

function Stars({ rating }: { readonly rating: number }) {
  return (
    <svg
      className={slideStyles.stars}
      viewBox={`0 0 ${rating * 23.3 - 3.3} 20`}
      role="img"
      aria-label={fill(testimonials.rating, { rating: `${rating}` })}
    >
      {Array.from({ length: rating }, (_, index) => (
        <path key={index} d={star} transform={`translate(${(index * 23.3).toFixed(1)})`} />
      ))}
    </svg>
  );
}

function Source({ name, role, company, context, style, rating }: Testimonial) {
  return (
    <figcaption className={slideStyles.source}>
      <div>
        <p className={slideStyles.name}>{name}</p>
        <p className="small">
          {role}, {company}
        </p>
        {style !== 'lab-note' && <p className="italic small">{context}</p>}
      </div>
      <Stars rating={rating} />
    </figcaption>
  );
}

/** Ruled paper: a line every 32 px, since WebKit draws no pattern in rem, and one that marks the margin. */
function Ruling({ id }: { readonly id: string }) {
  return (
    <svg className={slideStyles.ruling} aria-hidden="true" data-ruling>
      <pattern id={id} width="100%" height="32" patternUnits="userSpaceOnUse">
        <path d="M0 31.5h4000" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} stroke="none" />
      <line y2="100%" />
    </svg>
  );
}

/** One quote: typed on ruled paper, chalked on a board, or jotted on a note. */
function TestimonialSlide({ number, ...testimonial }: Testimonial & { readonly number: number }) {
  const { style, quote, context } = testimonial;
  const words = { number: `${number}`, count: `${testimonials.items.length}`, context };
  return (
    <figure
      className={`${slideStyles.slide} ${looks[style]}`}
      aria-roledescription="slide"
      aria-label={fill(testimonials.position, words)}
    >
      {style === 'lab-note' && <Ruling id={`ruling-${number}`} />}
      {style === 'lab-note' && (
        <p className={`italic small ${slideStyles.tag}`}>{fill(testimonials.observation, words)}</p>
      )}
      <blockquote className={slideStyles.quote}>{quote}</blockquote>
      {style === 'lab-note' && (
        <Waveform name={number === 1 ? 'reel' : 'loop'} className={slideStyles.waveform} />
      )}
      {style === 'chalkboard' && <Figure slug="as4" className={slideStyles.drawing} />}
      <Source {...testimonial} />
    </figure>
  );
}

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
