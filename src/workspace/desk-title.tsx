import { ArrowLink } from '#src/ui/arrow-link.tsx';
import styles from './desk-title.module.css';

/** The head of a page of the desk: the way back, its title, facts above it, and what can be done next to it. */
export function DeskTitle({
  title,
  back,
  above,
  children,
}: {
  readonly title: string;
  /** The page that this one belongs to, by its name. */
  readonly back?: { readonly href: string; readonly label: string };
  /** A line over the title: numbers, dates and states. */
  readonly above?: React.ReactNode;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {back && <ArrowLink {...back} icon="arrow-left" className={styles.back} dir="auto" />}
        {above && <div className={`italic dim ${styles.above}`}>{above}</div>}
        <h1 className="title-1" dir="auto">
          {title}
        </h1>
      </div>
      {children && <div className={styles.end}>{children}</div>}
    </div>
  );
}
