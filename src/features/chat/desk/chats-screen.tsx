import words from '#content/conversations.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import type { Availability } from '../conversations/availability.ts';
import { ChatState } from './chat-lines.tsx';
import type { ListedChat, BlockedNetwork } from './find-chats.ts';
import styles from './chats-screen.module.css';

const { desk: text } = words;

type Looks = { readonly personId: string; readonly now: Date };

type Taking = {
  /** True if the viewer takes chats. */
  readonly takesChats: boolean;
  /** Members who take chats and have the desk open. */
  readonly there: readonly { readonly name: string }[];
  readonly availability: Availability;
};

/** Shows that the chat is closed, and until when. */
function Closed({ backAt, now }: { readonly backAt: Date | null; readonly now: Date }) {
  return (
    <p className="small">
      {backAt ? (
        <FormattedText template={text.closed} values={{ time: <DeskTime at={backAt} now={now} /> }} />
      ) : (
        text.closedForLong
      )}{' '}
      <a href="/desk/calls/hours">{text.hours}</a>
    </p>
  );
}

/** Lists the available members, with the viewer's own switch. */
function Presence({ takesChats, there, availability, now }: Taking & Pick<Looks, 'now'>) {
  const names = there.map(({ name }) => name).join(', ');
  return (
    <Panel id="presence" title={text.presence} className={styles.presence}>
      <div className={styles.takes} id="takes-chats" data-live>
        <p className="small">{takesChats ? text.takes : text.takesNot}</p>
        <PostButton
          action="/desk/chats?do=take-chats"
          fields={{ takes: takesChats ? 'no' : 'yes' }}
          label={takesChats ? text.stopTaking : text.startTaking}
          variant={takesChats ? 'secondary' : 'primary'}
        />
        <p className="small dim" dir="auto">
          {names === '' ? text.nobodyThere : fill(text.there, { names })}
        </p>
        {availability.kind === 'closed' && <Closed backAt={availability.backAt} now={now} />}
      </div>
    </Panel>
  );
}

function Row({ chat, personId, now }: Looks & { readonly chat: ListedChat }) {
  const { id, name, takenBy, waitingSince, begunAt, changedAt, isNew, latest } = chat;
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <a id={`chat-${id}`} className={styles.name} href={`/desk/chats/${id}`}>
          {isNew && <b className={styles.fresh}>{text.fresh}</b>}
          <bdi>{name ?? text.visitor}</bdi>, <DeskTime at={begunAt} now={now} />
        </a>
        <p className={styles.state}>
          <ChatState chat={chat} personId={personId} now={now} />
          {waitingSince === null && (
            <span className="small dim num">
              <FormattedText
                template={text.latest}
                values={{ time: <DeskTime at={changedAt} now={now} /> }}
              />
            </span>
          )}
        </p>
        <p className={`italic dim ${styles.latest}`} dir="auto">
          {latest ?? text.nothingSaid}
        </p>
      </div>
      {waitingSince && takenBy !== personId && (
        <PostButton
          action={`/desk/chats/${id}?do=take`}
          fields={{ from: takenBy ?? '' }}
          label={takenBy === null ? text.take : text.takeOver}
          variant="primary"
          aria-describedby={`chat-${id}`}
        />
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
  return (
    <Panel id={`chats-${name}`} title={text.groups[name]} isUrgent={name === 'waiting'}>
      <ul>
        {mine.map((chat) => (
          <Row key={chat.id} chat={chat} {...looks} />
        ))}
      </ul>
    </Panel>
  );
}

/** The list of conversations, waiting ones first, and the available members. */
export function ChatsScreen({
  chats,
  blocked = [],
  takesChats,
  there,
  availability,
  refused,
  ...looks
}: Looks &
  Taking & {
    readonly chats: readonly ListedChat[];
    readonly blocked?: readonly BlockedNetwork[];
    readonly refused: RefusedAction | null;
  }) {
  const waits = chats.some(({ waitingSince }) => waitingSince !== null);
  return (
    <div className="wrap">
      <DeskTitle title={text.title} />
      <div className={styles.screen}>
        <RefusedMessage refused={refused} className={styles.refused} />
        <div className={styles.waiting} id="chats-who-wait" data-live>
          {waits ? (
            <Group name="waiting" chats={chats} {...looks} />
          ) : (
            <Empty>{chats.length === 0 ? text.none : text.noneWaits}</Empty>
          )}
        </div>
        <Presence {...{ takesChats, there, availability }} now={looks.now} />
        <div className={styles.others} id="chats-other" data-live>
          {(['mine', 'others', 'free', 'mailed', 'over'] as const).map((name) => (
            <Group key={name} name={name} chats={chats} {...looks} />
          ))}
        </div>
        <div className={styles.blocked} id="chats-blocked" data-live>
          <BlockedPanel blocked={blocked} now={looks.now} />
        </div>
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
