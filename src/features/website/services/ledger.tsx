import { capitalised } from '#src/studio/locale.ts';
import { widthOf } from '#src/ui/wave-width.ts';
import styles from './ledger.module.css';

/**
 * A list set large across the page, the name at the left, what it is at the right. The list is a standing wave
 * from its first row to its last: quiet at the ends, loud in the middle.
 */
export function Ledger({
  items,
}: {
  readonly items: readonly { readonly title: string; readonly text: string }[];
}) {
  return (
    <ul className={styles.ledger}>
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <span className={`${styles.name} w${widthOf(index, items.length, 1)}`}>{title}</span>
          <span className={`score dim ${styles.text}`}>{capitalised(text)}</span>
        </li>
      ))}
    </ul>
  );
}
