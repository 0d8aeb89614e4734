import system from '#content/system.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { CymaticsEntry } from './cymatics-entry.tsx';
import { destinationOf, listMenuDestinations } from './destinations.ts';
import { HubEntry } from './hub-entry.tsx';
import { noteOf } from './notes.ts';
import { SignInEntry } from './sign-in-entry.tsx';
import styles from './site-menu.module.css';

/** The thirteen entries as one list; what is no entry of it stands apart: the discovery call, on smaller screens also the overlay and the hub. */
export function SiteMenu({ isClient }: { readonly isClient: boolean }) {
  return (
    <nav
      id="site-menu"
      className={styles.menu}
      popover="auto"
      aria-label={system.header.siteNavigation}
      data-s="plate"
    >
      <ul className={styles.list}>
        {listMenuDestinations().map(({ id, href, label, note }) => (
          <li key={id}>
            <a className={styles.entry} href={href}>
              <span className={`italic ${styles.note}`} aria-hidden="true">
                {note && noteOf(note).id}
              </span>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles.apart}>
        <ArrowLink
          label={system.header.call}
          href={destinationOf('discovery-call').href}
          data-opens="discovery-call"
        />
        <SignInEntry className={styles.way} />
        <CymaticsEntry className={styles.small} from="menu" />
        <HubEntry className={styles.small} isClient={isClient} />
      </div>
    </nav>
  );
}
