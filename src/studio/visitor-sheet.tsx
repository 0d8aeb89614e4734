import { Sheet } from '#src/ui/sheet.tsx';
import { SheetPage } from './sheet-page.tsx';
import styles from './visitor-sheet.module.css';

/** A page that a visitor opens by the link of a mail: what it is about on the plate, what can be done on paper. */
export function VisitorSheet({
  kicker,
  title,
  about,
  children,
}: {
  readonly kicker: string;
  readonly title: string;
  /** What stands under the title. */
  readonly about?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  const aside = (
    <>
      <p className="italic dim">{kicker}</p>
      <h1 className={`title ${styles.title}`}>{title}</h1>
      {about}
    </>
  );
  return (
    <SheetPage>
      <Sheet aside={aside}>
        <div className={styles.paper}>{children}</div>
      </Sheet>
    </SheetPage>
  );
}
