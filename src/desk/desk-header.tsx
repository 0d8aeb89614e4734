import words from '#content/desk.yaml';
import today from '#content/today.yaml';
import { WorkspaceHeader, type WorkspaceTab } from '#src/workspace/workspace-header.tsx';
import { fill } from '#src/platform/fill.ts';
import styles from './desk-header.module.css';
import { SearchBox, SearchSuggestions } from './search/search-box.tsx';

const { header } = words;

/** Number of waiting visitors, and whether the viewer answers chats. */
type HeaderChats = { readonly waiting: number; readonly takesChats: boolean };

/** Renders a number at the corner of a tab, with what it counts. */
const Count = ({ count, label }: { readonly count: number; readonly label: string }) =>
  count > 0 && (
    <>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{` (${fill(label, { count: String(count) })})`}</span>
    </>
  );

/** Renders how many things on Today are unread; the page title shows it, too. */
const TodayMark = ({ unread }: { readonly unread: number }) => (
  <span className={styles.waiting} id="header-today" data-live data-count={unread}>
    <Count count={unread} label={today.unreadCount} />
  </span>
);

/** Renders the number of waiting visitors. */
const ChatsMark = ({ waiting, takesChats }: HeaderChats) => (
  <span
    className={styles.waiting}
    id="header-chats-waiting"
    data-live
    data-waiting={waiting}
    data-takes-chats={takesChats || undefined}
  >
    <Count count={waiting} label={header.chatsWaiting} />
  </span>
);

/** The sections of the desk, each with the key that opens it after G. */
export const deskTabs = [
  { href: '/desk', label: header.today, goKey: 't' },
  { href: '/desk/leads', label: header.leads, goKey: 'l' },
  { href: '/desk/messages', label: header.messages, goKey: 'm' },
  { href: '/desk/chats', label: header.chats, goKey: 'h' },
  { href: '/desk/clients', label: header.clients, goKey: 'c' },
  { href: '/desk/calls', label: header.calls, goKey: 'a' },
  { href: '/desk/projects', label: header.projects, goKey: 'p' },
  { href: '/desk/invoices', label: header.invoices, goKey: 'i' },
  { href: '/desk/team', label: header.team, goKey: 'e' },
  { href: '/desk/installation', label: header.installation, goKey: 's' },
] as const;

export type DeskTab = (typeof deskTabs)[number]['href'];

/** Renders the header of every desk page. */
export function DeskHeader({
  name,
  current,
  chats,
  unread,
  canSeeMoney,
}: {
  /** The name of the signed-in team member. */
  readonly name: string;
  /** `/account` on the person's own page; `/desk/search` has a field of its own. */
  readonly current: DeskTab | '/account' | '/desk/search' | null;
  readonly chats: HeaderChats;
  /** How many things on Today are unread. */
  readonly unread: number;
  readonly canSeeMoney: boolean;
}) {
  const shown = deskTabs.filter(({ href }) => canSeeMoney || href !== '/desk/invoices');
  const marks: Readonly<Record<string, React.ReactNode>> = {
    '/desk': <TodayMark unread={unread} />,
    '/desk/chats': <ChatsMark {...chats} />,
  };
  const marked = shown.map((tab): WorkspaceTab => ({ ...tab, mark: marks[tab.href] }));
  return (
    <WorkspaceHeader
      label={header.name}
      tabs={marked}
      current={current}
      name={name}
      end={current !== '/desk/search' && <SearchBox />}
      below={<SearchSuggestions />}
    />
  );
}
