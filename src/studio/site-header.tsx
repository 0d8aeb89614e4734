import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Wave } from '#src/ui/wave.tsx';
import { destinationOf, listMenuDestinations } from './destinations.ts';
import hubStyles from './hub-entry.module.css';
import { noteOf } from './notes.ts';
import signInStyles from './sign-in-entry.module.css';
import styles from './site-header.module.css';
import menuStyles from './site-menu.module.css';
import { SkipLink } from './skip-link.tsx';

/** Opens the overlay; without JavaScript it leads to the page that lists the notes. */
function CymaticsEntry({
  className,
  from,
}: {
  readonly className: string | undefined;
  readonly from: 'header' | 'menu';
}) {
  return (
    <a className={className} href={destinationOf('cymatics').href} data-opens={`cymatics:${from}`}>
      <Icon name="keyboard" />
      {system.header.overlay}
    </a>
  );
}

/**
 * The portal entry: a link for clients, a disabled label for everyone else. Pages are prerendered with the label;
 * frame.client.ts turns it into the link once the server has identified a client.
 */
function HubEntry({
  className,
  isClient,
  isSteady = false,
}: {
  readonly className?: string | undefined;
  readonly isClient: boolean;
  /** Keeps the entry as wide for clients as for everyone else, so that its neighbours do not move. */
  readonly isSteady?: boolean;
}) {
  const { hub, hubNote } = system.header;
  const portal = destinationOf('portal').href;
  const state = isClient
    ? { href: portal }
    : ({ role: 'link', 'aria-disabled': true, 'data-hub-entry': portal } as const);
  return (
    <a
      className={[hubStyles.hub, isSteady && hubStyles.steady, className].filter(Boolean).join(' ')}
      {...state}
    >
      <Icon name="lock" />
      <span>
        {hub} <small>{hubNote}</small>
      </span>
    </a>
  );
}

/**
 * The link to sign in. Pages are prerendered for visitors who are not signed in; frame.client.ts turns it into the link
 * to the portal or the desk once the server has identified the visitor.
 */
export function SignInEntry({
  className,
  isSteady = false,
}: {
  readonly className?: string | undefined;
  /** Keeps the entry as wide as its longest label, so that its neighbours do not move. */
  readonly isSteady?: boolean;
}) {
  const { label, href } = destinationOf('sign-in');
  const { portal, desk } = system.header;
  return (
    <a className={className} href={href} data-sign-in>
      <span className={isSteady ? signInStyles.steady : undefined} data-client={portal} data-team={desk}>
        {label}
      </span>
    </a>
  );
}

/**
 * The thirteen entries as one list; below it the discovery call, sign-in and, on small screens, the overlay and the
 * hub.
 */
function SiteMenu({ isClient }: { readonly isClient: boolean }) {
  return (
    <nav
      id="site-menu"
      className={menuStyles.menu}
      popover="auto"
      aria-label={system.header.siteNavigation}
      data-s="plate"
    >
      <ul className={menuStyles.list}>
        {listMenuDestinations().map(({ id, href, label, note }) => (
          <li key={id}>
            <a className={menuStyles.entry} href={href}>
              <span className={`italic ${menuStyles.note}`} aria-hidden="true">
                {note && noteOf(note).id}
              </span>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <div className={menuStyles.apart}>
        <ArrowLink
          label={system.header.call}
          href={destinationOf('discovery-call').href}
          data-opens="discovery-call"
        />
        <SignInEntry className={menuStyles.way} />
        <CymaticsEntry className={menuStyles.small} from="menu" />
        <HubEntry className={menuStyles.small} isClient={isClient} />
      </div>
    </nav>
  );
}

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
