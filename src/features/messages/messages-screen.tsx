import portal from '#content/portal.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { fill } from '#src/platform/fill.ts';
import { Figure } from '#src/ui/figure.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { elementKey, portalHref } from './conversation.ts';
import type { ListedThread, MessagesPage, Thread } from './find-messages.ts';
import { MessageForm } from './message-form.tsx';
import { MessageThread } from './message-thread.tsx';
import styles from './messages-screen.module.css';
import type { MessageSearch } from './search-messages.ts';
import { MessageSearchForm, SearchResults } from './search-results.tsx';
import { projectFigureOf } from '#src/features/projects/project-status.ts';

const { messages: words } = portal;

/** The figure of a project, or the mark of a general conversation. */
export const ConversationMark = ({ number }: { readonly number: number | null }) =>
  number === null ? (
    <Icon name="chat" className={styles.general} />
  ) : (
    <Figure slug={projectFigureOf(number)} />
  );

function ThreadList({
  threads,
  current,
}: {
  readonly threads: readonly ListedThread[];
  readonly current: string | null;
}) {
  return (
    <nav id="threads" data-live aria-label={words.projects}>
      <ul className={styles.threads}>
        {threads.map(({ projectId, number, name, lastLine }) => (
          <li key={elementKey(projectId)}>
            <a href={portalHref(projectId)} aria-current={projectId === current ? 'true' : undefined}>
              <ConversationMark number={number} />
              <span>
                <bdi className={styles.name}>{name}</bdi>
                <span className={`italic ${styles.last}`} dir="auto">
                  {lastLine ?? words.noneYet}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The first names of the other writers, as in "Ada, Tomas and you"; empty if there are none. */
function othersIn({ messages }: Thread, personId: string): string {
  const others = messages.filter(({ authorId }) => authorId !== personId);
  const names = new Set(others.map(({ authorName }) => authorName.split(' ')[0] ?? authorName));
  return names.size === 0 ? '' : fill(words.people, { names: [...names].join(', ') });
}

function ThreadPane({
  current: { projectId, name },
  thread,
  personId,
  now,
  form,
}: Omit<MessagesPage, 'threads'> & Reader) {
  const href = portalHref(projectId);
  return (
    <section className={styles.pane} aria-labelledby="thread-title">
      <div className={styles.head}>
        <h2 id="thread-title">
          {projectId === null ? (
            name
          ) : (
            <a href={`/portal/projects/${projectId}`}>
              <bdi>{name}</bdi>
            </a>
          )}
        </h2>
        <p className="italic dim">{othersIn(thread, personId)}</p>
      </div>
      <div className={styles.thread} id="thread" data-live={thread.isLatest || undefined}>
        {thread.earlierThan && (
          <p>
            <ArrowLink label={words.earlier} icon="arrow-up" href={`${href}&before=${thread.earlierThan}`} />
          </p>
        )}
        <MessageThread messages={thread.messages} viewer="client" personId={personId} now={now} />
        {!thread.isLatest && (
          <p>
            <ArrowLink label={words.latest} icon="arrow-down" href={href} />
          </p>
        )}
      </div>
      <MessageForm {...form} projectId={elementKey(projectId)} action={`${href}&do=send-message`} hasFiles />
    </section>
  );
}

export type MessageDraft = {
  readonly messageId: string;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
};

type Reader = {
  /** The reader. */
  readonly personId: string;
  readonly now: Date;
  readonly form: MessageDraft;
};

/** A client's messages: the list of their conversations, the messages of one, and the form for another; or what a search found. */
export function MessagesScreen({
  page: { threads, current, thread },
  search,
  ...reader
}: Reader & {
  readonly page: MessagesPage;
  readonly search: MessageSearch | null;
}) {
  return (
    <div className={styles.screen}>
      <div className={styles.list}>
        <MessageSearchForm action="/portal/messages" search={search?.text ?? ''} />
        <ThreadList threads={threads} current={search ? '' : current.projectId} />
      </div>
      {search ? (
        <SearchResults
          result={search}
          clearHref="/portal/messages"
          hrefOf={({ projectId }) => portalHref(projectId)}
          nameOf={({ name }) => name}
          now={reader.now}
        />
      ) : (
        <ThreadPane {...{ current, thread }} {...reader} />
      )}
    </div>
  );
}
