import words from '#content/conversations.yaml';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { Filled } from '#src/workspace/filled.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from './chats-screen.module.css';
import type { BlockedNetwork } from './list-blocked.ts';

const { networks: text, visitor } = words.desk;

/** The networks that are blocked, each to be unblocked; nothing where there is none. */
export function BlockedPanel({
  blocked,
  now,
}: {
  readonly blocked: readonly BlockedNetwork[];
  readonly now: Date;
}) {
  if (blocked.length === 0) return null;
  return (
    <Panel id="blocked" title={text.title}>
      <p className={`small dim ${styles.explained}`}>{text.text}</p>
      <ul>
        {blocked.map(({ networkKey, blockedAt, chat }, at) => (
          <li key={networkKey} className={styles.row}>
            <p className={`small ${styles.about}`} id={`network-${at}`}>
              <span className="num">
                <Filled template={text.since} values={{ time: <DeskTime at={blockedAt} now={now} /> }} />
              </span>
              {chat && (
                <a className={styles.name} href={`/desk/chats/${chat.id}`}>
                  <Filled template={text.chat} values={{ name: <bdi>{chat.name ?? visitor}</bdi> }} />
                </a>
              )}
            </p>
            <PostButton
              action="/desk/chats?do=unblock"
              fields={{ network: networkKey }}
              label={text.unblock}
              aria-describedby={`network-${at}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
