import system from '#content/system.yaml';
import { ButtonLink } from '#src/ui/button.tsx';
import { destinationOf } from './destinations.ts';
import styles from './not-found.module.css';

/** What stands where no page is: an empty plate. */
export function NotFound() {
  const { title, text, button } = system.notFound;
  return (
    <section className={styles.screen} data-s="plate">
      <div className={styles.plate} aria-hidden="true" />
      <div className={`wrap ${styles.content}`}>
        <h1 className={styles.title}>{title}</h1>
        <p className={`lead ${styles.text}`}>{text}</p>
        <ButtonLink label={button} href={destinationOf('home').href} />
      </div>
    </section>
  );
}
