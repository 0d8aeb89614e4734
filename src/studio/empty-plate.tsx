import { ButtonLink } from '#src/ui/button.tsx';
import { destinationOf } from './destinations.ts';
import styles from './empty-plate.module.css';
import { PlateScreen } from './plate-screen.tsx';

/** Shown where there is no page: a plate without a figure, a sentence and the way home. */
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
    <PlateScreen
      plate={<div className={styles.ring} aria-hidden="true" />}
      title={<span className={styles.title}>{title}</span>}
      text={text}
    >
      <ButtonLink label={button} href={destinationOf('home').href} />
    </PlateScreen>
  );
}
