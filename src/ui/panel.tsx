import emptyStyles from './empty.module.css';
import styles from './panel.module.css';

/** An empty state in a dashed box: one sentence, and what to do next. */
export function Empty({ children }: { readonly children: React.ReactNode }) {
  return <p className={emptyStyles.empty}>{children}</p>;
}

/** A bordered box with a head: its title, with actions next to it. `isUrgent` emphasises the border. */
export function Panel({
  id,
  title,
  aside,
  isUrgent = false,
  className,
  children,
}: {
  /** The id of the heading, which names the region. */
  readonly id: string;
  readonly title: string;
  readonly aside?: React.ReactNode;
  readonly isUrgent?: boolean;
  readonly className?: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <section
      className={[styles.panel, className].filter(Boolean).join(' ')}
      aria-labelledby={id}
      data-urgent={isUrgent || undefined}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
