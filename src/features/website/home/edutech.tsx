import home from '#content/home.yaml';
import system from '#content/system.yaml';
import { LabSection } from '#src/studio/lab-section.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { LazyPowder } from '#src/ui/powder.tsx';
import styles from './edutech.module.css';

const { edutech } = home;

/** The size of the drawing of harmonics, in units of its view box. */
const width = 800;
const harmonics = 8;
const lineHeight = 33.5;
const amplitude = 22;

/**
 * The n-th harmonic of a string as long as the drawing is wide, on a line of its own. Each half wave is one cubic
 * whose handles give it a sine's slope at both ends and its height in the middle.
 */
function pathOf(n: number): string {
  const length = width / n;
  const handle = (4 / (3 * Math.PI)) * length;
  const height = (4 / 3) * amplitude;
  const [near, far, end, up] = [handle, length - handle, length, height].map((value) => +value.toFixed(1));
  const first = `c${near}-${up} ${far}-${up} ${end} 0`;
  const others = Array.from({ length: n - 1 }, (_, i) => `s${far} ${i % 2 ? '-' : ''}${up} ${end} 0`);
  return `M0 ${n * lineHeight}${first}${others.join('')}`;
}

/** The first eight harmonics of a string, one above the other, stretched over the box its class gives it. */
function Harmonics({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox={`0 0 ${width} 292`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: harmonics }, (_, index) => (
        <path key={index} d={pathOf(index + 1)} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

/** A card that is one link: the link's own words name it, and its area covers the card. */
function Product({ id, name, subtitle, text, link, href }: (typeof edutech.products)[number]) {
  return (
    <article
      className={styles.product}
      data-s={id === 'overtone' ? 'plate' : 'paper'}
      aria-labelledby={`edutech-${id}`}
    >
      <div className={styles.art}>
        {id === 'overtone' ? (
          <Harmonics className={styles.harmonics} />
        ) : (
          <LazyPowder slug="g4" className={styles.plate} />
        )}
      </div>
      <h3 id={`edutech-${id}`} className={`title-2 ${styles.name}`}>
        {name}
      </h3>
      <p className={`italic dim ${styles.subtitle}`}>{subtitle}</p>
      <p className={styles.text}>{text}</p>
      <ArrowLink
        label={link}
        icon="arrow-up-right"
        note={system.newTab}
        className={styles.link}
        href={href}
        target="_blank"
        rel="noopener"
      />
    </article>
  );
}

/** The two education products, each on a site of its own. */
export function EduTech() {
  return (
    <LabSection id="edutech" surface="paper" note="g4" title={edutech.title} look="none">
      <div className={styles.head}>
        <h2 id="edutech-title" className="title">
          {edutech.title}
        </h2>
        <p className="lead">{edutech.lead}</p>
      </div>
      <div className={styles.products}>
        {edutech.products.map((product) => (
          <Product key={product.id} {...product} />
        ))}
      </div>
    </LabSection>
  );
}
