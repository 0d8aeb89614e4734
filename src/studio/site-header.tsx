import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { fill } from '#src/platform/fill.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Wave } from '#src/ui/wave.tsx';
import { CymaticsEntry } from './cymatics-entry.tsx';
import { HubEntry } from './hub-entry.tsx';
import { SignInEntry } from './sign-in-entry.tsx';
import { SiteMenu } from './site-menu.tsx';
import styles from './site-header.module.css';
import { SkipLink } from './skip-link.tsx';

/** The header of every page: transparent over the first 50 px of scroll, then an opaque plate. */
export function SiteHeader({ isClient = false }: { readonly isClient?: boolean }) {
  const { header } = system;
  return (
    <header className={styles.header} data-s="plate" data-site-header>
      <SkipLink />
      <div className={`wrap ${styles.bar}`}>
        <a className={styles.logo} href="/">
          <Wave
            lines={[{ text: site.name, antinodes: 1 }]}
            range={{ node: 70, antinode: 122 }}
            label={fill(header.homeLink, { name: site.name })}
          />
        </a>
        <CymaticsEntry className={`only-large ${styles.item}`} from="header" />
        <HubEntry className={`only-large ${styles.item}`} isClient={isClient} isSteady />
        <SignInEntry className={`only-large ${styles.item}`} isSteady />
        <button
          type="button"
          className={styles.item}
          aria-label={header.openMenu}
          data-menu-button
          data-close-label={header.closeMenu}
          popoverTarget="site-menu"
        >
          <Icon name="menu" className={styles.whenClosed} />
          <Icon name="close" className={styles.whenOpen} />
          <span className={styles.word}>{header.menu}</span>
        </button>
        <SiteMenu isClient={isClient} />
      </div>
    </header>
  );
}
