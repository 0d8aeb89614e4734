import portal from '#content/portal.yaml';
import words from '#content/project.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Step, Steps } from '#src/ui/steps.tsx';
import { ActivityGroup, groupActivity } from '#src/workspace/activity-groups.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { fileNameOf } from '#src/features/files/file-name.tsx';
import type { ProjectMilestone } from '#src/features/projects/milestones/milestones.ts';
import type { ProjectActivityEntry } from '#src/features/projects/project-activity.ts';
import { fill, nameOf } from '#src/platform/fill.ts';
import { findChange } from '#src/features/notifications/kinds/find-kind.ts';
import type { FoundProject } from './find-project.ts';
import { dayText, momentDayText, momentText } from '#src/workspace/time-text.ts';
import styles from './project-panels.module.css';

function Milestone({
  milestone: { title, description, dueOn, completedAt },
}: {
  milestone: ProjectMilestone;
}) {
  return (
    <Step isDone={completedAt !== null}>
      <p dir="auto">{title}</p>
      {description && (
        <p className="dim" dir="auto">
          {description}
        </p>
      )}
      <p className="italic dim num">
        {completedAt && `${words.milestones.done} ${momentDayText(completedAt)}`}
        {!completedAt && dueOn && fill(words.milestones.due, { day: dayText(dueOn) })}
      </p>
    </Step>
  );
}

/** Renders a project's milestones, with completed ones filled. */
export function PortalMilestones({ milestones }: Pick<FoundProject, 'milestones'>) {
  return (
    <div id="project-milestones" data-live>
      <Panel id="milestones" title={words.milestones.title}>
        {milestones.length === 0 ? (
          <div className={styles.body}>
            <Empty>{words.milestones.empty}</Empty>
          </div>
        ) : (
          <Steps>
            {milestones.map((milestone) => (
              <Milestone key={milestone.id} milestone={milestone} />
            ))}
          </Steps>
        )}
      </Panel>
    </div>
  );
}

/** Renders the description of a project. */
export function ProjectAbout({ description }: { readonly description: string }) {
  return (
    <div id="project-about" data-live>
      <Panel id="about" title={words.about.title}>
        <p className={`small ${styles.body} ${styles.typed}`} dir="auto">
          {description || words.about.empty}
        </p>
      </Panel>
    </div>
  );
}

/** Renders the latest messages of a project, with a link to all of them. */
export function ProjectMessages({
  projectId,
  personId,
  messages,
  now,
}: Pick<FoundProject, 'messages'> & {
  readonly projectId: string;
  readonly personId: string;
  readonly now: Date;
}) {
  return (
    <div id="project-messages" data-live>
      <Panel id="messages" title={words.messages.title}>
        <div className={`small ${styles.body} ${styles.messages}`}>
          {messages.length === 0 && <p className="dim">{portal.messages.empty}</p>}
          {messages.map(({ id, authorId, authorName, content, sentAt }) => (
            <div key={id}>
              <p>
                <bdi className={styles.by}>{authorId === personId ? words.messages.you : authorName}</bdi>{' '}
                <time className="italic dim num" dateTime={sentAt.toISOString()}>
                  {momentText(sentAt, now, portal.today)}
                </time>
              </p>
              <p className={`${styles.typed} ${styles.said}`} dir="auto">
                {content}
              </p>
            </div>
          ))}
          <ArrowLink label={words.messages.thread} href={`/portal/messages?project=${projectId}`} />
        </div>
      </Panel>
    </div>
  );
}

const { unnamed, to: columns } = words.activity;

const isColumn = (status: string): status is keyof typeof columns => Object.hasOwn(columns, status);

function Sentence({
  entry: { kind, details, actorId, actorName },
  personId,
}: {
  readonly entry: ProjectActivityEntry;
  readonly personId: string;
}) {
  const template = findChange(kind)?.portalHistory;
  if (!template) return null;
  const { file, newer, milestone, invoice, at, recording, version, request, to = '' } = details;
  const values = {
    actor: actorId === personId ? words.activity.you : actorName,
    file: file === undefined ? unnamed.file : fileNameOf(file),
    newer: newer ?? unnamed.file,
    milestone: milestone ?? unnamed.milestone,
    invoice: invoice ?? unnamed.invoice,
    at: at ?? unnamed.at,
    recording: recording ?? unnamed.recording,
    version: version ?? unnamed.version,
    request: nameOf(request, unnamed.request, 300),
    to: isColumn(to) ? columns[to] : unnamed.to,
  };
  return <FormattedText template={template} values={values} />;
}

/** How many entries and groups are shown. */
const mostShown = 8;

/** Renders the activity in a project, latest first; what happened together is one entry. */
export function ProjectActivity({
  activity,
  personId,
  now,
}: Pick<FoundProject, 'activity'> & { readonly personId: string; readonly now: Date }) {
  return (
    <div id="project-activity" data-live>
      <Panel id="activity" title={words.activity.title}>
        <ol className={styles.deeds}>
          {groupActivity(activity)
            .slice(0, mostShown)
            .map((group) => (
              <li key={group[0].id}>
                {group.length > 1 ? (
                  <ActivityGroup
                    group={group}
                    actor={group[0].actorId === personId ? words.activity.you : group[0].actorName}
                    sentences={group.map((entry) => (
                      <Sentence key={entry.id} {...{ entry, personId }} />
                    ))}
                  />
                ) : (
                  <p className={styles.deed}>
                    <Sentence entry={group[0]} personId={personId} />
                  </p>
                )}
                <time className="italic dim num" dateTime={group[0].at.toISOString()}>
                  {momentText(group[0].at, now, portal.today)}
                </time>
              </li>
            ))}
        </ol>
      </Panel>
    </div>
  );
}
