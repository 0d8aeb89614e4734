import styles from './sheet.module.css';

/** Two surfaces side by side: what this is about on the plate, what to fill in on paper. */
export function Sheet({
  aside,
  children,
}: {
  readonly aside: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.sheet}>
      <div className={styles.aside} data-s="plate">
        {aside}
      </div>
      <div className={styles.paper} data-s="paper">
        {children}
      </div>
    </div>
  );
}
