import system from '#content/system.yaml';
import { destinationOf } from '#src/features/site/destinations.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Powder } from '#src/ui/powder.tsx';
import styles from './access-restricted.module.css';

/** The whole answer of the portal to everybody who is not a client. */
export function AccessRestricted() {
  const { kicker, title, text, button, call } = system.restricted;
  return (
    <section className={styles.screen} data-s="plate">
      <div className={styles.plate}>
        <Powder slug="unsettled" />
      </div>
      <div className={`wrap ${styles.content}`}>
        <p className={`italic dim ${styles.kicker}`}>
          <Icon name="lock" />
          {kicker}
        </p>
        <h1 className={styles.title}>
          {title.split(' ').map((word, index) => (
            <span key={word}>
              {index > 0 && ' '}
              {word}
            </span>
          ))}
        </h1>
        <p className={`lead ${styles.text}`}>{text}</p>
        <div className={styles.actions}>
          <ButtonLink label={button} href={destinationOf('contact').href} />
          <ArrowLink label={call} href={destinationOf('discovery-call').href} data-opens="discovery-call" />
        </div>
      </div>
    </section>
  );
}
