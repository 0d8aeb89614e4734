import words from '#content/conversations.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { ChatQueue, type Answering } from './chat-queue.tsx';
import type { ListedChat, BlockedNetwork } from './find-chats.ts';
import styles from './chats-screen.module.css';

const { desk: text } = words;

/** The panes of the chats: the queue, and next to it one chat or, without one, `ChatsMargin`. */
export function ChatsScreen({
  children,
  ...queue
}: Answering & {
  readonly chats: readonly ListedChat[];
  readonly selectedId: string | null;
  readonly personId: string;
  readonly now: Date;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles.panes}>
      <ChatQueue {...queue} />
      {children}
    </div>
  );
}

/** What the page of the list has next to the queue. */
export function ChatsMargin({
  blocked,
  now,
  refused,
}: {
  readonly blocked: readonly BlockedNetwork[];
  readonly now: Date;
  readonly refused: RefusedAction | null;
}) {
  return (
    <div className={styles.margin}>
      <RefusedMessage refused={refused} />
      <div className="only-wide">
        <Empty>{text.choose}</Empty>
      </div>
      <div id="chats-blocked" data-live>
        <BlockedPanel blocked={blocked} now={now} />
      </div>
    </div>
  );
}

const { networks: blockedCopy, visitor } = words.desk;

/** The blocked networks, with buttons to unblock them; renders nothing if there are none. */
function BlockedPanel({ blocked, now }: { readonly blocked: readonly BlockedNetwork[]; readonly now: Date }) {
  if (blocked.length === 0) return null;
  return (
    <Panel id="blocked" title={blockedCopy.title}>
      <p className={`small dim ${styles.explained}`}>{blockedCopy.text}</p>
      <ul>
        {blocked.map(({ networkKey, blockedAt, chat }, at) => (
          <li key={networkKey} className={styles.row}>
            <p className={`small ${styles.about}`} id={`network-${at}`}>
              <span className="num">
                <FormattedText
                  template={blockedCopy.since}
                  values={{ time: <DeskTime at={blockedAt} now={now} /> }}
                />
              </span>
              {chat && (
                <a className={styles.name} href={`/desk/chats/${chat.id}`}>
                  <FormattedText
                    template={blockedCopy.chat}
                    values={{ name: <bdi>{chat.name ?? visitor}</bdi> }}
                  />
                </a>
              )}
            </p>
            <PostButton
              action="/desk/chats?do=unblock"
              fields={{ network: networkKey }}
              label={blockedCopy.unblock}
              aria-describedby={`network-${at}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
