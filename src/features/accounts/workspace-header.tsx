import site from '#content/site.yaml';
import { Wave } from '#src/ui/wave.tsx';
import styles from './workspace-header.module.css';

export type WorkspaceTab = { readonly href: `/${string}`; readonly label: string };

/** The header of portal and desk: the product's name, the tabs, and at its end whoever is signed in. */
export function WorkspaceHeader({
  label,
  tabs,
  current,
  children,
}: {
  /** Names the navigation. */
  readonly label: string;
  readonly tabs: readonly WorkspaceTab[];
  /** The `href` of the tab that this page belongs to. */
  readonly current: string | null;
  readonly children?: React.ReactNode;
}) {
  return (
    <header className={styles.header} data-s="plate">
      <div className={`wrap ${styles.bar}`}>
        <a className={styles.logo} href="/" aria-label={site.name}>
          <Wave lines={[{ text: site.name, antinodes: 1 }]} />
        </a>
        <nav className={styles.tabs} aria-label={label}>
          {tabs.map(({ href, label: name }) => (
            <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
              <span data-label={name}>{name}</span>
            </a>
          ))}
        </nav>
        <div className={styles.end}>{children}</div>
      </div>
    </header>
  );
}
