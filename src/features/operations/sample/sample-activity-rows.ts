import sample from '#content/sample.yaml';
import type { activity } from '#src/features/accounts/people/activity.table.ts';
import { invoiceCodeOf } from '#src/features/invoices/invoice-status.ts';
import type { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { commentKeyOf, replyKeyOf } from './sample-files.ts';
import { type SampleCalendar, sampleIdOf } from './sample-ids.ts';
import { sampleActorOf, sampleClientOf, samplePersonOf } from './sample-people.ts';
import type { SampleProject } from './sample-project-rows.ts';

type SampleNotification = (typeof sample)['notifications'][number];

const projectNameOf = (number: number) =>
  sample.projects.find((project) => project.number === number)?.name ?? '';

const fileNameOf = (key: string) =>
  sample.projects.flatMap(({ files }) => files).find((file) => file.key === key)?.name ?? '';

/** The subject of a notification, and the names in its sentence. */
function subjectOf({ about, project }: SampleNotification) {
  const details = { project: projectNameOf(project) };
  if ('invoice' in about) {
    const subjectId = sampleIdOf('invoice', about.invoice);
    return { subjectId, details: { ...details, invoice: invoiceCodeOf(about.invoice) } };
  }
  const ofFile = { ...details, file: fileNameOf(about.file) };
  if (!('comment' in about)) return { subjectId: sampleIdOf('file', about.file), details: ofFile };
  const subjectId = sampleIdOf('comment', commentKeyOf(about.file, about.comment));
  return { subjectId, details: { ...ofFile, author: about.author, at: about.comment } };
}

export const sampleNotificationRows = ({ momentOf }: SampleCalendar): (typeof notifications.$inferInsert)[] =>
  sample.notifications.map((notification, index) => ({
    id: sampleIdOf('notification', index),
    clientId: sampleClientOf(notification.client).clientId,
    kind: notification.kind,
    projectId: sampleIdOf('project', notification.project),
    ...subjectOf(notification),
    madeAt: momentOf(notification.at),
  }));

type Entry = {
  readonly at: string;
  readonly by: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, string>>;
};

function fileEntriesOf({ client, files }: SampleProject): Entry[] {
  return files.flatMap(({ key, name, by, uploaded, approval, comments }) => {
    const about = { subjectId: sampleIdOf('file', key), details: { file: name } };
    const entries: Entry[] = [{ at: uploaded, by, kind: 'file-added', ...about }];
    if (typeof approval === 'object')
      entries.push({ at: approval.at, by: client, kind: 'file-approved', ...about });
    for (const comment of comments) {
      const subjectId = sampleIdOf('comment', commentKeyOf(key, comment.at));
      const details = { file: name, at: comment.at, author: samplePersonOf(comment.by).name };
      entries.push({ at: comment.made, by: comment.by, kind: 'comment-added', subjectId, details });
      for (const [index, { by: author, made }] of comment.replies.entries()) {
        entries.push({
          at: made,
          by: author,
          kind: 'comment-replied',
          subjectId: sampleIdOf('reply', replyKeyOf(key, comment.at, index)),
          details: { ...details, author: samplePersonOf(author).name },
        });
      }
      if (comment.done) {
        entries.push({ at: comment.done.at, by: comment.done.by, kind: 'comment-done', subjectId, details });
      }
    }
    return entries;
  });
}

function invoiceEntriesOf({ by, client, invoices }: SampleProject): Entry[] {
  return invoices.flatMap(({ number, issued, paid }) => {
    const about = { subjectId: sampleIdOf('invoice', number), details: { invoice: invoiceCodeOf(number) } };
    const entries: Entry[] = [{ at: `${issued}T09:00:00Z`, by, kind: 'invoice-issued', ...about }];
    if (!paid) return entries;
    return [
      ...entries,
      { at: paid.at, by: client, kind: 'invoice-reported', ...about },
      { at: paid.confirmed, by, kind: 'invoice-confirmed', ...about },
    ];
  });
}

function entriesOf(project: SampleProject): Entry[] {
  const { number, by, created, delivered, milestones, messages } = project;
  const subjectId = sampleIdOf('project', number);
  const move = { from: 'review', to: 'delivered' };
  return [
    { at: created, by, kind: 'project-created', subjectId },
    ...milestones.flatMap(({ title, completed }, position) => {
      const milestoneId = sampleIdOf(`milestone of ${number}`, position);
      if (completed === undefined) return [];
      const details = { milestone: title };
      return [{ at: completed, by, kind: 'milestone-done', subjectId: milestoneId, details }];
    }),
    ...fileEntriesOf(project),
    ...project.sent.map(({ key, name, by: sender, at }) => ({
      at,
      by: sender,
      kind: 'file-sent',
      subjectId: sampleIdOf('sent', key),
      details: { file: name },
    })),
    ...messages.map(({ at, by: author }, index) => ({
      at,
      by: author,
      kind: 'message-sent',
      subjectId: sampleIdOf(`message of ${number}`, index),
      details: { author: samplePersonOf(author).name },
    })),
    ...invoiceEntriesOf(project),
    ...(delivered === undefined
      ? []
      : [{ at: delivered, by, kind: 'project-moved', subjectId, details: move }]),
  ];
}

/** The activity of the sample projects, as it would be recorded had it happened here. */
export const sampleActivityRows = ({ momentOf }: SampleCalendar): (typeof activity.$inferInsert)[] =>
  sample.projects.flatMap((project) =>
    entriesOf(project).map(({ at, by, kind, subjectId, details }, index) => {
      const actor = sampleActorOf(by);
      return {
        id: sampleIdOf(`deed in ${project.number}`, index),
        at: momentOf(at),
        actorId: actor.id,
        actorName: actor.name,
        kind,
        clientId: sampleClientOf(project.client).clientId,
        projectId: sampleIdOf('project', project.number),
        subjectId,
        details: { project: project.name, ...details },
      };
    }),
  );
