import words from '#content/conversations.yaml';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Empty } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { ChatState } from './chat-lines.tsx';
import styles from './chat-queue.module.css';
import type { ListedChat } from './find-chats.ts';

const { desk: text } = words;

type Looks = {
  readonly personId: string;
  readonly now: Date;
  /** The open conversation; null on the page of the list. */
  readonly selectedId: string | null;
};

export type Answering = {
  /** True if the viewer answers chats. */
  readonly takesChats: boolean;
  /** Members who answer chats and have the desk open. */
  readonly there: readonly { readonly name: string }[];
};

/** The viewer's switch, and who can be asked for now. */
function AnsweringSwitch({ takesChats, there }: Answering) {
  const names = there.map(({ name }) => name).join(', ');
  return (
    <div className={styles.takes} id="takes-chats" data-live>
      <form method="post" action="/desk/chats?do=take-chats">
        <input type="hidden" name="takes" value={takesChats ? 'no' : 'yes'} />
        <Switch
          type="submit"
          role="switch"
          aria-checked={takesChats}
          aria-pressed={undefined}
          aria-describedby="chats-there"
        >
          {takesChats ? text.switch.answering : text.switch.away}
        </Switch>
      </form>
      <p className="small dim" id="chats-there" dir="auto">
        {names === '' ? text.nobodyThere : fill(text.there, { names })}
      </p>
    </div>
  );
}

function Row({ chat, personId, now, selectedId }: Looks & { readonly chat: ListedChat }) {
  const { id, name, takenBy, waitingSince, begunAt, changedAt, isNew, latest } = chat;
  return (
    <li className={styles.row} data-selected={id === selectedId || undefined}>
      <a
        id={`chat-${id}`}
        className={styles.name}
        href={`/desk/chats/${id}`}
        aria-current={id === selectedId || undefined}
      >
        {isNew && <b className={styles.fresh}>{text.fresh}</b>}
        <bdi>{name ?? text.visitor}</bdi>, <DeskTime at={begunAt} now={now} />
      </a>
      <p className={styles.state}>
        <ChatState chat={chat} personId={personId} now={now} />
        {waitingSince === null && (
          <span className="small dim num">
            <FormattedText template={text.latest} values={{ time: <DeskTime at={changedAt} now={now} /> }} />
          </span>
        )}
      </p>
      {/* The open chat shows it next to the queue. */}
      {id !== selectedId && (
        <p className={`italic dim ${styles.latest}`} dir="auto">
          {latest ?? text.nothingSaid}
        </p>
      )}
      {selectedId === null && waitingSince && takenBy !== personId && (
        <div className={styles.take}>
          <PostButton
            action={`/desk/chats/${id}?do=take`}
            fields={{ from: takenBy ?? '' }}
            label={takenBy === null ? text.take : text.takeOver}
            variant="primary"
            aria-describedby={`chat-${id}`}
          />
        </div>
      )}
    </li>
  );
}

type GroupName = keyof typeof text.groups;

/** Returns the list group of a conversation. */
function groupOf({ state, takenBy, waitingSince }: ListedChat, personId: string): GroupName {
  if (waitingSince) return 'waiting';
  if (state === 'live') return takenBy === personId ? 'mine' : 'others';
  if (state === 'mailed') return 'mailed';
  return state === 'handed-back' ? 'free' : 'over';
}

function Group({ name, chats, ...looks }: Looks & { name: GroupName; chats: readonly ListedChat[] }) {
  const mine = chats.filter((chat) => groupOf(chat, looks.personId) === name);
  if (mine.length === 0) return null;
  const Heading = looks.selectedId === null ? 'h2' : 'h3';
  return (
    <section aria-labelledby={`chats-${name}`} data-urgent={name === 'waiting' || undefined}>
      <Heading className={`small ${styles.group}`} id={`chats-${name}`}>
        {text.groups[name]} <span className="num">{mine.length}</span>
      </Heading>
      <ul>
        {mine.map((chat) => (
          <Row key={chat.id} chat={chat} {...looks} />
        ))}
      </ul>
    </section>
  );
}

/** The pane of all chats, the longest wait first, below the viewer's switch. */
export function ChatQueue({
  chats,
  takesChats,
  there,
  ...looks
}: Looks & Answering & { readonly chats: readonly ListedChat[] }) {
  const isTitle = looks.selectedId === null;
  const Heading = isTitle ? 'h1' : 'h2';
  const waits = chats.some(({ waitingSince }) => waitingSince !== null);
  return (
    <section className={styles.queue} aria-labelledby="chats" data-beside={isTitle ? undefined : ''}>
      <div className={styles.head}>
        <Heading id="chats">{text.title}</Heading>
        <AnsweringSwitch {...{ takesChats, there }} />
      </div>
      <div id="chats-who-wait" data-live>
        {waits ? (
          <Group name="waiting" chats={chats} {...looks} />
        ) : (
          <div className={styles.nothing}>
            <Empty>{chats.length === 0 ? text.none : text.noneWaits}</Empty>
          </div>
        )}
      </div>
      <div id="chats-other" data-live>
        {(['mine', 'others', 'free', 'mailed', 'over'] as const).map((name) => (
          <Group key={name} name={name} chats={chats} {...looks} />
        ))}
      </div>
    </section>
  );
}
