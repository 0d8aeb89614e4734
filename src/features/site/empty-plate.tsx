import { ButtonLink } from '#src/ui/button.tsx';
import { destinationOf } from './destinations.ts';
import styles from './empty-plate.module.css';

/** What stands where no page can be shown: a plate without a figure, a sentence and the way home. */
export function EmptyPlate({
  title,
  text,
  button,
}: {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}) {
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
