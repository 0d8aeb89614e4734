import words from '#content/desk.yaml';
import { WorkspaceHeader, type WorkspaceTab } from '#src/workspace/workspace-header.tsx';
import { fill } from '#src/platform/fill.ts';
import styles from './desk-header.module.css';

const { header } = words;

/** Number of waiting visitors, and whether the viewer answers chats. */
type HeaderChats = { readonly waiting: number; readonly takesChats: boolean };

/** Renders the number of waiting visitors; for members who answer chats, also in the page title. */
const ChatsMark = ({ waiting, takesChats }: HeaderChats) => (
  <span
    className={styles.waiting}
    id="header-chats-waiting"
    data-live
    data-waiting={waiting}
    data-takes-chats={takesChats || undefined}
  >
    {waiting > 0 && (
      <>
        <span aria-hidden="true">{Math.min(waiting, 99)}</span>
        <span className="sr-only">{` (${fill(header.chatsWaiting, { count: String(waiting) })})`}</span>
      </>
    )}
  </span>
);

const tabs = [
  { href: '/desk', label: header.today },
  { href: '/desk/leads', label: header.leads },
  { href: '/desk/messages', label: header.messages },
  { href: '/desk/chats', label: header.chats },
  { href: '/desk/clients', label: header.clients },
  { href: '/desk/calls', label: header.calls },
  { href: '/desk/projects', label: header.projects },
  { href: '/desk/invoices', label: header.invoices },
  { href: '/desk/team', label: header.team },
] as const;

export type DeskTab = (typeof tabs)[number]['href'];

/** Renders the header of every desk page. */
export function DeskHeader({
  name,
  current,
  chats,
  canSeeMoney,
}: {
  /** The name of the signed-in team member. */
  readonly name: string;
  /** `/account` on the person's own page. */
  readonly current: DeskTab | '/account' | null;
  readonly chats: HeaderChats;
  readonly canSeeMoney: boolean;
}) {
  const shown = tabs.filter(({ href }) => canSeeMoney || href !== '/desk/invoices');
  const marked = shown.map((tab): WorkspaceTab =>
    tab.href === '/desk/chats' ? { ...tab, mark: <ChatsMark {...chats} /> } : tab,
  );
  return <WorkspaceHeader label={header.name} tabs={marked} current={current} name={name} />;
}
