import home from '#content/home.yaml';
import system from '#content/system.yaml';
import { LabSection } from '#src/features/site/lab-section.tsx';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { LazyPowder } from '#src/ui/powder.tsx';
import styles from './edutech.module.css';
import { Harmonics } from './harmonics.tsx';

const { edutech } = home;

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
