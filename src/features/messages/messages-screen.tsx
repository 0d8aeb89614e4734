import portal from '#content/portal.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { fill } from '#src/platform/fill.ts';
import { Empty } from '#src/ui/panel.tsx';
import { Figure } from '#src/ui/figure.tsx';
import type { ListedThread, MessagesPage, Thread, ThreadProject } from './find-messages.ts';
import { MessageForm } from './message-form.tsx';
import { MessageThread } from './message-thread.tsx';
import styles from './messages-screen.module.css';
import { projectFigureOf } from '#src/features/projects/project-status.ts';

const { messages: words } = portal;

const hrefOf = (projectId: string) => `/portal/messages?project=${projectId}`;

function ThreadList({ threads, current }: { threads: readonly ListedThread[]; current: string }) {
  return (
    <nav className={styles.list} id="threads" data-live aria-label={words.projects}>
      <ul className={styles.threads}>
        {threads.map(({ id, number, name, lastLine }) => (
          <li key={id}>
            <a href={hrefOf(id)} aria-current={id === current ? 'true' : undefined}>
              <Figure slug={projectFigureOf(number)} />
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
  project,
  thread,
  personId,
  isLatest,
  now,
  form,
}: {
  project: ThreadProject;
  thread: Thread;
  personId: string;
  isLatest: boolean;
  now: Date;
  form: MessageDraft;
}) {
  return (
    <section className={styles.pane} aria-labelledby="thread-title">
      <div className={styles.head}>
        <h2 id="thread-title">
          <a href={`/portal/projects/${project.id}`}>
            <bdi>{project.name}</bdi>
          </a>
        </h2>
        <p className="italic dim">{othersIn(thread, personId)}</p>
      </div>
      <div className={styles.thread} id="thread" data-live={isLatest || undefined}>
        {thread.earlierThan && (
          <p>
            <ArrowLink
              label={words.earlier}
              icon="arrow-up"
              href={`${hrefOf(project.id)}&before=${thread.earlierThan}`}
            />
          </p>
        )}
        <MessageThread messages={thread.messages} viewer="client" personId={personId} now={now} />
        {!isLatest && (
          <p>
            <ArrowLink label={words.latest} icon="arrow-down" href={hrefOf(project.id)} />
          </p>
        )}
      </div>
      <MessageForm {...form} projectId={project.id} action={`${hrefOf(project.id)}&do=send-message`} />
    </section>
  );
}

export type MessageDraft = {
  readonly messageId: string;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
};

/** A client's messages: the list of their projects, the messages of one, and the form for another. */
export function MessagesScreen({
  page: { threads, project, thread },
  ...rest
}: {
  readonly page: MessagesPage;
  /** The reader. */
  readonly personId: string;
  readonly isLatest: boolean;
  readonly now: Date;
  readonly form: MessageDraft;
}) {
  if (!project) return <Empty>{words.noProjects}</Empty>;
  return (
    <div className={styles.screen}>
      <ThreadList threads={threads} current={project.id} />
      <ThreadPane project={project} thread={thread} {...rest} />
    </div>
  );
}
