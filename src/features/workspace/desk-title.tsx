import styles from './desk-title.module.css';

/** The head of a page of the desk: its title, what stands above it, and what can be done beside it. */
export function DeskTitle({
  title,
  above,
  children,
}: {
  readonly title: string;
  /** A line over the title: where this page belongs, and numbers. */
  readonly above?: React.ReactNode;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {above && <div className={`italic dim ${styles.above}`}>{above}</div>}
        <h1 className="title-1" dir="auto">
          {title}
        </h1>
      </div>
      {children && <div className={styles.end}>{children}</div>}
    </div>
  );
}
