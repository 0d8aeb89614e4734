import { SplitPanel } from '#src/ui/split-panel.tsx';
import styles from './panel-page.module.css';
import visitorStyles from './visitor-panel.module.css';

/** A page that is one sheet on the plate, clear of the header. */
export function PanelPage({ children }: { readonly children: React.ReactNode }) {
  return (
    <section className={styles.page} data-s="plate">
      <div className="wrap">{children}</div>
    </section>
  );
}

/** A page that a visitor opens by the link of a mail: what it is about on the plate, what can be done on paper. */
export function VisitorPanel({
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
