import testimonials from '#content/testimonials.yaml';
import { fill } from '#src/platform/fill.ts';
import { Figure } from '#src/ui/figure.tsx';
import styles from './testimonial-slide.module.css';
import { Waveform } from './waveform.tsx';

type Testimonial = (typeof testimonials.items)[number];

const looks = {
  'lab-note': styles.labNote,
  chalkboard: styles.chalkboard,
  'sticky-note': styles.stickyNote,
} as const;

const star = 'M10 1.2l2.5 6h6.3l-5 4 1.9 6.6L10 13.8l-5.7 4 1.9-6.6-5-4h6.3z';

function Stars({ rating }: { readonly rating: number }) {
  return (
    <svg
      className={styles.stars}
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
    <figcaption className={styles.source}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className="small">
          {role}, {company}
        </p>
        {style !== 'lab-note' && <p className="italic small">{context}</p>}
      </div>
      <Stars rating={rating} />
    </figcaption>
  );
}

/** Ruled paper: a line every 2 rem, and one that marks the margin. */
function Ruling({ id }: { readonly id: string }) {
  return (
    <svg className={styles.ruling} aria-hidden="true" data-ruling>
      <pattern id={id} width="100%" height="2rem" patternUnits="userSpaceOnUse">
        <line y1="2rem" x2="4000" y2="2rem" transform="translate(0 -.5)" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} stroke="none" />
      <line y2="100%" />
    </svg>
  );
}

/** One quote: typed on ruled paper, chalked on a board, or jotted on a note. */
export function TestimonialSlide({ number, ...testimonial }: Testimonial & { readonly number: number }) {
  const { style, quote, context } = testimonial;
  const words = { number: `${number}`, count: `${testimonials.items.length}`, context };
  return (
    <figure
      className={`${styles.slide} ${looks[style]}`}
      aria-roledescription="slide"
      aria-label={fill(testimonials.position, words)}
    >
      {style === 'lab-note' && <Ruling id={`ruling-${number}`} />}
      {style === 'lab-note' && (
        <p className={`italic small ${styles.tag}`}>{fill(testimonials.observation, words)}</p>
      )}
      <blockquote className={styles.quote}>{quote}</blockquote>
      {style === 'lab-note' && <Waveform name={number === 1 ? 'reel' : 'loop'} className={styles.waveform} />}
      {style === 'chalkboard' && <Figure slug="as4" className={styles.drawing} />}
      <Source {...testimonial} />
    </figure>
  );
}
