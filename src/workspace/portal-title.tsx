import portal from '#content/portal.yaml';
import styles from './portal-title.module.css';

/** The head of a page of the portal; for sample people it says that the data is invented. */
export function PortalTitle({
  title,
  isSample,
  sample = portal.sample,
  children,
}: {
  readonly title: React.ReactNode;
  readonly isSample: boolean;
  /** The notice's words, where a page has its own. */
  readonly sample?: string;
  /** A sentence under the title. */
  readonly children?: React.ReactNode;
}) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1 className="title-1">{title}</h1>
        {children}
      </div>
      {isSample && <p className={`italic ${styles.sample}`}>{sample}</p>}
    </div>
  );
}
