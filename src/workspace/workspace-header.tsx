import words from '#content/accounts.yaml';
import site from '#content/site.yaml';
import { Wave } from '#src/ui/wave.tsx';
import styles from './workspace-header.module.css';
import { SkipLink } from '#src/studio/skip-link.tsx';

export type WorkspaceTab = {
  readonly href: `/${string}`;
  readonly label: string;
  /** The key that opens it, after G. */
  readonly goKey?: string;
  /** A mark at the label's corner. */
  readonly mark?: React.ReactNode;
};

/** The signed-in person's links: their account, and the way to sign out. */
function PersonMenu({ name, isCurrent }: { readonly name: string; readonly isCurrent: boolean }) {
  const { account, signOut } = words.header;
  return (
    <div className={styles.person}>
      <a
        className={styles.account}
        href="/account"
        aria-label={`${name}, ${account}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span>{name}</span>
      </a>
      <form role="none" method="post" action="/account?do=sign-out">
        <button type="submit" className={styles.out}>
          {signOut}
        </button>
      </form>
    </div>
  );
}

/** The header of portal and desk: the product's name, the tabs, and at its end the signed-in person. Guests only get the name. */
export function WorkspaceHeader({
  label,
  tabs,
  current,
  name,
  children,
  end,
  below,
}: {
  /** Names the navigation. */
  readonly label: string;
  readonly tabs: readonly WorkspaceTab[];
  /** The `href` of the tab that this page belongs to; `/account` on the person's own page. */
  readonly current: string | null;
  /** The name of the signed-in person; null for a guest. */
  readonly name: string | null;
  /** Further elements before the name. */
  readonly children?: React.ReactNode;
  /** The last element of the row. */
  readonly end?: React.ReactNode;
  /** What opens below the row, which clips its content. */
  readonly below?: React.ReactNode;
}) {
  return (
    <header className={styles.header} data-s="plate">
      <SkipLink />
      <div className={`wrap ${styles.bar}`} data-header-row>
        <a className={styles.logo} href="/">
          <Wave lines={[{ text: site.name, antinodes: 1 }]} />
        </a>
        {tabs.length > 0 && (
          <nav className={styles.tabs} aria-label={label}>
            {tabs.map(({ href, label: tab, mark, goKey }) => (
              <a key={href} href={href} data-go={goKey} aria-current={href === current ? 'page' : undefined}>
                <span data-label={tab}>{tab}</span>
                {mark}
              </a>
            ))}
          </nav>
        )}
        <div className={styles.end}>
          {children}
          {name !== null && <PersonMenu name={name} isCurrent={current === '/account'} />}
        </div>
        {end}
      </div>
      {below && <div className="wrap">{below}</div>}
    </header>
  );
}
