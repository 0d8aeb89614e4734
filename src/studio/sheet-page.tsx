import styles from './sheet-page.module.css';

/** A page that is one sheet on the plate, clear of the header. */
export function SheetPage({ children }: { readonly children: React.ReactNode }) {
  return (
    <section className={styles.page} data-s="plate">
      <div className="wrap">{children}</div>
    </section>
  );
}
