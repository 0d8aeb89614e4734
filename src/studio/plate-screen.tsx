import { ButtonLink } from '#src/ui/button.tsx';
import { destinationOf } from './destinations.ts';
import emptyStyles from './empty-plate.module.css';
import styles from './plate-screen.module.css';

/** Shown for a missing page: a plate without a figure, a sentence and a link home. */
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
      plate={<div className={emptyStyles.ring} aria-hidden="true" />}
      title={<span className={emptyStyles.title}>{title}</span>}
      text={text}
    >
      <ButtonLink label={button} href={destinationOf('home').href} />
    </PlateScreen>
  );
}

/** A section as tall as the window: a large plate, and before it a heading, a sentence and what to do next. */
export function PlateScreen({
  plate,
  title,
  text,
  className,
  kicker,
  children,
}: {
  readonly plate: React.ReactNode;
  readonly title: React.ReactNode;
  readonly text: string;
  /** May set `--plate-room`, the height kept free for the plate on a phone. */
  readonly className?: string | undefined;
  readonly kicker?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <section className={[styles.screen, className].filter(Boolean).join(' ')} data-s="plate">
      <div className={styles.plate}>{plate}</div>
      <div className={`wrap ${styles.content}`}>
        {kicker}
        <h1 className={styles.title}>{title}</h1>
        <p className={`lead ${styles.text}`}>{text}</p>
        {children}
      </div>
    </section>
  );
}
