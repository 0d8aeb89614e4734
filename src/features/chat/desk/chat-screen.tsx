import words from '#content/conversations.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { PresenceNote } from '#src/features/notifications/live/live-status.tsx';
import { MessageForm } from '#src/features/messages/message-form.tsx';
import type { Conversation } from '../conversation.table.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { ChatLines, ChatState } from './chat-lines.tsx';
import type { FoundChat } from './find-chats.ts';
import styles from './chat-screen.module.css';

const { desk: text } = words;

type Seen = {
  readonly conversation: Conversation;
  /** The team member who views the page. */
  readonly personId: string;
  readonly now: Date;
};

const postTo = (id: string, action: string) => `/desk/chats/${id}?do=${action}`;
const isOver = ({ state }: Conversation) => state === 'ended' || state === 'mailed';

/** The buttons that the conversation's state allows. */
function ChatButtons({ conversation, personId }: Omit<Seen, 'now'>) {
  const { id, state, takenBy } = conversation;
  if (isOver(conversation)) return null;
  return (
    <div className={styles.acts}>
      {takenBy !== personId && state !== 'handed-back' && (
        <PostButton
          action={postTo(id, 'take')}
          fields={{ from: takenBy ?? '' }}
          label={takenBy === null ? text.take : text.takeOver}
          variant="primary"
        />
      )}
      {state === 'live' && takenBy === personId && (
        <PostButton action={postTo(id, 'hand-back')} label={text.handBack} />
      )}
      <PostButton action={postTo(id, 'end')} label={text.end} />
    </div>
  );
}

function Head(seen: Seen) {
  const { conversation, personId, now } = seen;
  return (
    <header className={styles.head} id="chat-head" data-live>
      <div className={styles.back}>
        <ArrowLink href="/desk/chats" label={text.title} icon="arrow-left" />
      </div>
      <div className={styles.who}>
        <h1 className="title-3" dir="auto">
          {conversation.name ?? text.visitor}
        </h1>
        <p className={styles.state}>
          <ChatState chat={conversation} personId={personId} now={now} />
        </p>
      </div>
      <ChatButtons conversation={conversation} personId={personId} />
    </header>
  );
}

/** Returns the hint above the text box about what sending will do. */
function hintOf(
  { state, takenBy, takenByName }: Conversation,
  personId: string,
  mailsLeft: number | null,
): string {
  if (state === 'mailed' && mailsLeft === 0) return text.hints.unconfirmed;
  if (state !== 'live') return text.hints[state];
  return takenBy === personId ? text.hints.mine : fill(text.hints.other, { member: takenByName ?? '' });
}

/** The pane of a conversation: its lines, the form to answer, and its actions. */
export function ChatScreen({
  chat: { conversation, lines },
  personId,
  entryId,
  mailsLeft = null,
  now,
  refused,
}: Omit<Seen, 'conversation'> & {
  readonly chat: FoundChat;
  /** A new UUID per page. */
  readonly entryId: string;
  /** The number of remaining replies by email; null if unlimited. */
  readonly mailsLeft?: number | null;
  readonly refused: RefusedAction | null;
}) {
  const { id, name, state, seq } = conversation;
  const refusedLine = refused?.action === 'say' ? refused : null;
  return (
    <section className={styles.conversation} aria-labelledby="conversation">
      <Head conversation={conversation} personId={personId} now={now} />
      <RefusedMessage refused={refused} className={styles.refused} />
      <PresenceNote />
      <h2 className="sr-only" id="conversation">
        {text.lines}
      </h2>
      <div className={styles.lines} id="chat-lines" data-live role="group" aria-labelledby="conversation">
        <ChatLines lines={lines} visitor={name} now={now} />
      </div>
      <p className="sr-only" role="status" data-chat-said />
      <div className={styles.answer}>
        <p className={`italic dim ${styles.hint}`} id="chat-hint" data-live dir="auto">
          {hintOf(conversation, personId, mailsLeft)}
        </p>
        {(state !== 'ended' || refusedLine) && (
          <MessageForm
            projectId={id}
            messageId={refusedLine?.entries['messageId'] ?? entryId}
            seen={String(seq)}
            value={refusedLine?.entries['content']}
            error={refusedLine?.ask ? undefined : refusedLine?.error}
            action={postTo(id, 'say')}
            placeholder={text.placeholder}
            sendsOnEnter
          />
        )}
      </div>
    </section>
  );
}
