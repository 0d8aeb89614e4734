import words from '#content/conversations.yaml';
import { fill } from '#src/platform/fill.ts';
import { Panel } from '#src/ui/panel.tsx';
import { ChatLines, ChatState } from './chat-lines.tsx';
import type { FoundChat } from './find-chats.ts';
import styles from './lead-chats.module.css';

const { ofLead: text } = words.desk;

/** The chats with a lead; renders nothing if there are none. */
export function LeadChats({
  chats,
  ...looks
}: {
  readonly chats: readonly FoundChat[];
  readonly personId: string;
  readonly now: Date;
}) {
  return (
    <div className={styles.chats} id="lead-chats" data-live>
      {chats.map(({ conversation, lines }) => {
        const { id, name, seq } = conversation;
        const open = <a href={`/desk/chats/${id}`}>{text.open}</a>;
        return (
          <Panel key={id} id={`chat-${id}`} title={text.title} aside={open}>
            <div className={styles.body}>
              <p className={styles.state}>
                <ChatState chat={conversation} {...looks} />
              </p>
              {seq > lines.length && (
                <p className="small dim">{fill(text.earlier, { count: String(seq - lines.length) })}</p>
              )}
              <ChatLines lines={lines} visitor={name} now={looks.now} />
            </div>
          </Panel>
        );
      })}
    </div>
  );
}
