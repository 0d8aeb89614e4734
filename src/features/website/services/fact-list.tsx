import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** A heading at the left, and lines at the right; numbered where their order counts. */
export function FactList({
  title,
  items,
  isOrdered = false,
}: {
  readonly title: string;
  readonly items: readonly ReactNode[];
  readonly isOrdered?: boolean;
}) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <div className={styles.facts}>
      <h2 className="title-2">{title}</h2>
      <List className={styles.list} data-ordered={isOrdered || undefined}>
        {items.map((item, index) => (
          // The lines of a page never change.
          <li key={index}>{item}</li>
        ))}
      </List>
    </div>
  );
}
