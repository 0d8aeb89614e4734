import portal from '#content/portal.yaml';
import words from '#content/desk-messages.yaml';
import { PresenceNote } from '#src/features/notifications/live/live-status.tsx';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { momentText } from '#src/workspace/time-text.ts';
import { deskHref, elementKey, type NamedConversation } from './conversation.ts';
import type { ListedConversation } from './desk-conversations.ts';
import type { Thread } from './find-messages.ts';
import { MessageForm } from './message-form.tsx';
import { MessageThread } from './message-thread.tsx';
import { ConversationMark } from './messages-screen.tsx';
import styles from './messages-screen.module.css';
import type { MessageSearch } from './search-messages.ts';
import { MessageSearchForm, SearchResults } from './search-results.tsx';

const isSame = (one: ListedConversation, current: NamedConversation | null) =>
  current !== null && one.projectId === current.projectId && one.clientId === current.clientId;

function ConversationRow({
  row,
  isCurrent,
  now,
}: {
  readonly row: ListedConversation;
  readonly isCurrent: boolean;
  readonly now: Date;
}) {
  const { clientName, name, number, sender, authorName, lastLine, sentAt, isWaiting } = row;
  const line = lastLine.trim() === '' ? portal.messages.attachments : lastLine;
  return (
    <li>
      <a href={deskHref(row)} aria-current={isCurrent ? 'true' : undefined}>
        <ConversationMark number={number} />
        <span>
          <bdi className={styles.name}>{clientName}</bdi>
          <bdi className={styles.name}>{name}</bdi>
          <span className={`italic ${styles.last}`} dir="auto">
            {sender === 'team' ? fill(words.by, { author: authorName, text: line }) : line}
          </span>
          <span className={styles.state}>
            {isWaiting && <StateMark shape="empty" label={words.waiting} />}
            <time className="dim num" dateTime={sentAt.toISOString()}>
              {momentText(sentAt, now, portal.today)}
            </time>
          </span>
        </span>
      </a>
    </li>
  );
}

function ConversationPane({
  open: { conversation, thread, isWaiting },
  now,
  form,
}: {
  readonly open: OpenConversation;
  readonly now: Date;
  readonly form: DeskForm;
}) {
  const { clientId, clientName, projectId, name } = conversation;
  const href = deskHref(conversation);
  const key = elementKey(projectId);
  const general = projectId === null ? { clientId } : {};
  return (
    <section className={styles.pane} aria-labelledby="thread-title">
      <div className={styles.head}>
        <h2 id="thread-title">
          <a href={`/desk/clients/${clientId}`}>
            <bdi>{clientName}</bdi>
          </a>
          <span aria-hidden="true">, </span>
          {projectId === null ? (
            name
          ) : (
            <a href={`/desk/projects/${projectId}`}>
              <bdi>{name}</bdi>
            </a>
          )}
        </h2>
        <div id="thread-state" data-live>
          {isWaiting && (
            <PostButton
              action={`${href}&do=settle-messages`}
              fields={{ projectId: key, ...general }}
              label={words.settle}
            />
          )}
        </div>
      </div>
      <div className={styles.thread} id="thread" data-live={thread.isLatest || undefined}>
        {thread.earlierThan && (
          <p>
            <ArrowLink
              label={portal.messages.earlier}
              icon="arrow-up"
              href={`${href}&before=${thread.earlierThan}`}
            />
          </p>
        )}
        <MessageThread messages={thread.messages} viewer="team" now={now} empty={words.empty} />
        {!thread.isLatest && (
          <p>
            <ArrowLink label={portal.messages.latest} icon="arrow-down" href={href} />
          </p>
        )}
      </div>
      <PresenceNote />
      <MessageForm
        {...form}
        projectId={key}
        {...general}
        action={`${href}&do=send-message`}
        placeholder={words.placeholder}
        hasFiles
      />
    </section>
  );
}

type DeskForm = {
  readonly messageId: string;
  /** The latest message on the page; empty without one. */
  readonly seen: string;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
};

export type OpenConversation = {
  readonly conversation: NamedConversation;
  readonly thread: Thread;
  /** True if the client waits for an answer. */
  readonly isWaiting: boolean;
};

/** All conversations with clients, those without an answer first, and the messages of one; or what a search found. */
export function DeskMessagesScreen({
  list: { conversations, hasMore },
  page,
  open,
  search,
  now,
  form,
  refused,
}: {
  readonly list: { readonly conversations: readonly ListedConversation[]; readonly hasMore: boolean };
  /** The page of the list, from 1. */
  readonly page: number;
  /** Null if there is no conversation. */
  readonly open: OpenConversation | null;
  readonly search: MessageSearch | null;
  readonly now: Date;
  readonly form: DeskForm;
  /** The refused action, unless the form shows it. */
  readonly refused: RefusedAction | null;
}) {
  const current = search ? null : (open?.conversation ?? null);
  return (
    <div className="wrap">
      <DeskTitle title={words.title} />
      <RefusedMessage refused={refused} />
      <div className={styles.screen}>
        <div className={styles.list}>
          <MessageSearchForm action="/desk/messages" search={search?.text ?? ''} />
          <nav id="threads" data-live aria-label={portal.messages.projects}>
            {conversations.length === 0 && <Empty>{words.none}</Empty>}
            <ul className={styles.threads}>
              {conversations.map((row) => (
                <ConversationRow key={deskHref(row)} {...{ row, now }} isCurrent={isSame(row, current)} />
              ))}
            </ul>
            {(page > 1 || hasMore) && (
              <p className={styles.pages}>
                {page > 1 && (
                  <ArrowLink
                    label={words.newer}
                    icon="arrow-left"
                    href={page === 2 ? '/desk/messages' : `/desk/messages?page=${page - 1}`}
                  />
                )}
                {hasMore && <ArrowLink label={words.more} href={`/desk/messages?page=${page + 1}`} />}
              </p>
            )}
          </nav>
        </div>
        {search ? (
          <SearchResults
            result={search}
            clearHref="/desk/messages"
            hrefOf={deskHref}
            nameOf={({ clientName, name }) => `${clientName}, ${name}`}
            now={now}
          />
        ) : open ? (
          <ConversationPane {...{ open, now, form }} />
        ) : (
          <div className={styles.thread}>
            <Empty>{words.choose}</Empty>
          </div>
        )}
      </div>
    </div>
  );
}
