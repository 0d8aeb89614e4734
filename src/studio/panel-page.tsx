import { SplitPanel } from '#src/ui/split-panel.tsx';
import styles from './panel-page.module.css';
import visitorStyles from './visitor-panel.module.css';

/** A page with one panel on the plate, below the header. */
export function PanelPage({ children }: { readonly children: React.ReactNode }) {
  return (
    <section className={styles.page} data-s="plate">
      <div className="wrap">{children}</div>
    </section>
  );
}

/** A page that a visitor opens from an email: the subject on the plate, the actions on paper. */
export function VisitorPanel({
  kicker,
  title,
  about,
  children,
}: {
  readonly kicker: string;
  readonly title: string;
  /** Content below the title. */
  readonly about?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  const aside = (
    <>
      <p className="italic dim">{kicker}</p>
      <h1 className={`title ${visitorStyles.title}`}>{title}</h1>
      {about}
    </>
  );
  return (
    <PanelPage>
      <SplitPanel aside={aside}>
        <div className={visitorStyles.paper}>{children}</div>
      </SplitPanel>
    </PanelPage>
  );
}
