import sample from '#content/sample.yaml';
import { invoiceCodeOf } from '#src/features/invoices/invoice-status.ts';
import type { notifications } from '#src/features/notifications/events/notification.table.ts';
import type { SampleCalendar } from './sample-calendar.ts';
import { commentKeyOf } from './sample-file-rows.ts';
import { sampleIdOf } from './sample-id.ts';
import { sampleClientOf } from './sample-people.ts';

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
