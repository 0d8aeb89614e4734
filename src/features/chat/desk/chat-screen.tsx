import words from '#content/conversations.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { MessageForm } from '#src/features/messages/message-form.tsx';
import type { Conversation } from '../conversation.table.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
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
    <header id="chat-head" data-live>
      <DeskTitle
        title={conversation.name ?? text.visitor}
        back={{ href: '/desk/chats', label: text.title }}
        above={
          <div>
            <span>
              <FormattedText
                template={text.begun}
                values={{ time: <DeskTime at={conversation.begunAt} now={now} /> }}
              />
            </span>
          </div>
        }
      >
        <ChatState chat={conversation} personId={personId} now={now} />
        <ChatButtons conversation={conversation} personId={personId} />
      </DeskTitle>
    </header>
  );
}

/** The visitor's questions to the assistant before they requested a person. */
function AskedBefore({ questions }: { readonly questions: readonly string[] }) {
  return (
    <div id="chat-asked" data-live>
      {questions.length > 0 && (
        <section className={styles.asked} aria-labelledby="asked-before">
          <h3 id="asked-before" className="small dim">
            {text.askedBefore}
          </h3>
          <ul>
            {questions.map((question, index) => (
              // The list only grows at its end.
              <li key={index} dir="auto">
                {question}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Returns the hint below the text box about what sending will do. */
function hintOf(
  { state, takenBy, takenByName }: Conversation,
  personId: string,
  mailsLeft: number | null,
): string {
  if (state === 'mailed' && mailsLeft === 0) return text.hints.unconfirmed;
  if (state !== 'live') return text.hints[state];
  return takenBy === personId ? text.hints.mine : fill(text.hints.other, { member: takenByName ?? '' });
}

/** The conversation's lead, or the form that converts it to one. */
function LeadPanel({
  conversation,
  refusedForm,
  now,
}: Pick<Seen, 'conversation' | 'now'> & { readonly refusedForm: RefusedAction | null }) {
  const { id, leadId, name, mailConfirmedAt } = conversation;
  const of = (field: string) => ({
    id: field,
    name: field,
    defaultValue: refusedForm?.entries[field] ?? '',
    error: refusedForm?.errors[field],
  });
  return (
    <Panel id="lead" title={text.lead}>
      <div className={styles.body} id="chat-lead" data-live>
        {leadId === null ? (
          <form className={styles.form} method="post" action={postTo(id, 'make-lead')} noValidate>
            <p className="small dim">{text.makeLeadHint}</p>
            <TextField {...of('name')} label={text.name} dir="auto" autoComplete="off" />
            <TextField
              {...of('email')}
              type="email"
              label={text.email}
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit" label={text.makeLead} variant="secondary" size="small" />
          </form>
        ) : (
          <>
            <a className={styles.link} href={`/desk/leads/${leadId}`}>
              <span>
                <FormattedText template={text.leadOpen} values={{ name: name ?? text.visitor }} />
              </span>
            </a>
            <p className="small dim">
              {mailConfirmedAt ? (
                <FormattedText
                  template={text.leadConfirmed}
                  values={{ time: <DeskTime at={mailConfirmedAt} now={now} /> }}
                />
              ) : (
                text.leadHint
              )}
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}

/** Blocking requires a confirmation. */
function BlockPart({ conversation: { id, isBlocked } }: { conversation: Conversation }) {
  return (
    <div id="chat-block" data-live>
      {isBlocked ? (
        <p className="small dim">
          {text.blocked} <a href="/desk/chats#chats-blocked">{text.networks.title}</a>
        </p>
      ) : (
        <details className={styles.block}>
          <summary>{text.block}</summary>
          <p className="small">{text.blockAsk}</p>
          <PostButton action={postTo(id, 'block')} label={text.blockYes} variant="danger" />
        </details>
      )}
    </div>
  );
}

/** The page of a conversation: its lines, the form to reply, and its actions. */
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
  const { id, name, state } = conversation;
  const refusedLine = refused?.action === 'say' ? refused : null;
  return (
    <div className="wrap">
      <Head conversation={conversation} personId={personId} now={now} />
      <div className={styles.screen}>
        <RefusedMessage refused={refused} className={styles.refused} />
        <Panel id="conversation" title={text.lines} className={styles.conversation}>
          <AskedBefore questions={conversation.askedBefore} />
          <div className={styles.lines} id="chat-lines" data-live role="group" aria-labelledby="conversation">
            <ChatLines lines={lines} visitor={name} now={now} />
          </div>
          <p className="sr-only" role="status" data-chat-said />
          <p className={`italic dim ${styles.hint}`} id="chat-hint" data-live dir="auto">
            {hintOf(conversation, personId, mailsLeft)}
          </p>
          {(state !== 'ended' || refusedLine) && (
            <MessageForm
              projectId={id}
              messageId={refusedLine?.entries['messageId'] ?? entryId}
              value={refusedLine?.entries['content']}
              error={refusedLine?.error}
              action={postTo(id, 'say')}
              placeholder={text.placeholder}
              sendsOnEnter
            />
          )}
        </Panel>
        <div className={styles.aside}>
          <LeadPanel
            {...{ conversation, now }}
            refusedForm={refused?.action === 'make-lead' ? refused : null}
          />
          <BlockPart conversation={conversation} />
        </div>
      </div>
    </div>
  );
}
