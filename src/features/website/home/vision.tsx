import home from '#content/home.yaml';
import { LabSection } from '#src/studio/lab-section.tsx';
import { plates } from '#src/studio/plates.ts';
import { LazyPowder } from '#src/ui/powder.tsx';
import styles from './vision.module.css';

/** The studio's aim, and its four promises. */
export function Vision() {
  const { vision } = home;
  return (
    <LabSection
      id="about"
      surface="paper"
      note={plates.about}
      title={vision.title}
      look="eyebrow"
      figure="narrow"
      backdrop={<LazyPowder slug={plates.about} className={`only-wide ${styles.plate}`} />}
    >
      <p className={styles.statement}>{vision.lead}</p>
      <div className={styles.texts}>
        {vision.texts.map((text) => (
          <p key={text} className="score">
            {text}
          </p>
        ))}
      </div>
      <dl className={styles.ledger}>
        {vision.promises.map(({ title, text, measure }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="measure">{text}</dd>
            <dd className={`italic num ${styles.measure}`}>{measure}</dd>
          </div>
        ))}
      </dl>
    </LabSection>
  );
}
