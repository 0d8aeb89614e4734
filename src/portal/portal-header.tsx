import portal from '#content/portal.yaml';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { WorkspaceHeader } from '#src/workspace/workspace-header.tsx';
import { fill } from '#src/platform/fill.ts';
import { Icon } from '#src/ui/icon.tsx';
import styles from './portal-header.module.css';

const { tabs: names, bell } = portal;

const tabs = [
  { href: '/portal', label: names.dashboard, goKey: 'o' },
  { href: '/portal/projects', label: names.projects, goKey: 'p' },
  { href: '/portal/messages', label: names.messages, goKey: 'm' },
  { href: '/portal/invoices', label: names.invoices, goKey: 'i' },
] as const;

/** The tabs for listeners: all except invoices. */
const tabsToListen = tabs.filter(({ href }) => href !== '/portal/invoices');

/** Renders the header of every portal page: tabs, notification count, and the signed-in person. */
export function PortalHeader({
  person: { name, permission },
  current,
  notificationCount,
}: {
  readonly person: Pick<ClientPerson, 'name' | 'permission'>;
  /** The `href` of the page's tab. */
  readonly current: string | null;
  readonly notificationCount: number;
}) {
  const bellLabel =
    notificationCount === 0 ? bell.none : fill(bell.some, { count: String(notificationCount) });
  return (
    <WorkspaceHeader
      label={portal.navigation}
      tabs={permission === 'approve' ? tabs : tabsToListen}
      current={current}
      name={name}
    >
      <a className={styles.bell} id="bell" data-live href="/portal#notifications" aria-label={bellLabel}>
        <Icon name="bell" />
        {notificationCount > 0 && <span className="num">{notificationCount}</span>}
      </a>
    </WorkspaceHeader>
  );
}
