import sample from '#content/sample.yaml';
import type { invoices, payments } from '#src/features/invoices/invoice.table.ts';
import type { messages } from '#src/features/messages/message.table.ts';
import type { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import type { projects } from '#src/features/projects/project.table.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { type SampleCalendar, sampleIdOf } from './sample-ids.ts';
import { sampleClientOf, samplePersonOf } from './sample-people.ts';

export type SampleProject = (typeof sample)['projects'][number];

type ProjectRows = {
  readonly projects: (typeof projects.$inferInsert)[];
  readonly milestones: (typeof milestones.$inferInsert)[];
  readonly messages: (typeof messages.$inferInsert)[];
  readonly invoices: (typeof invoices.$inferInsert)[];
  readonly payments: (typeof payments.$inferInsert)[];
};

const latestOf = (moments: readonly Date[]) =>
  new Date(Math.max(...moments.map((moment) => moment.getTime())));

function projectRowOf(project: SampleProject, { dayOf, momentOf }: SampleCalendar) {
  const { number, name, description, status, progress } = project;
  const happened = [
    project.created,
    ...project.files.map(({ uploaded }) => uploaded),
    ...project.messages.map(({ at }) => at),
  ];
  return {
    id: sampleIdOf('project', number),
    number,
    clientId: sampleClientOf(project.client).clientId,
    name,
    description,
    status,
    progress,
    dueOn: dayOf(project.due),
    revisionRounds: project.rounds ?? null,
    deliverySpecification: project.specification ?? null,
    fileNaming: project.naming ?? null,
    createdAt: momentOf(project.created),
    updatedAt: latestOf(happened.map(momentOf)),
  };
}

const milestoneRowsOf = ({ number, milestones: steps }: SampleProject, { dayOf, momentOf }: SampleCalendar) =>
  steps.map(({ title, description, completed, due }, position) => ({
    id: sampleIdOf(`milestone of ${number}`, position),
    projectId: sampleIdOf('project', number),
    title,
    description,
    dueOn: dayOf(due),
    completedAt: completed === undefined ? null : momentOf(completed),
    position,
  }));

const messageRowsOf = ({ number, messages: sent }: SampleProject, { momentOf }: SampleCalendar) =>
  sent.map(({ by, at, text }, index) => {
    const author = samplePersonOf(by);
    return {
      id: sampleIdOf(`message of ${number}`, index),
      projectId: sampleIdOf('project', number),
      authorId: author.id,
      authorName: author.name,
      sender: author.role,
      content: text,
      sentAt: momentOf(at),
    };
  });

const invoiceRowsOf = (project: SampleProject, { dayOf, momentOf }: SampleCalendar) =>
  project.invoices.map(({ number, cents, issued, due, paid, ...invoice }) => {
    const client = sampleClientOf(project.client);
    const row = {
      id: sampleIdOf('invoice', number),
      number,
      projectId: sampleIdOf('project', project.number),
      clientId: client.clientId,
      amountCents: cents,
      description: invoice.for,
      issuedOn: dayOf(issued),
      dueOn: dayOf(due),
      state: paid ? ('paid' as const) : ('pending' as const),
      billToName: client.name,
      billToEmail: client.email,
      createdAt: momentOf(`${issued}T09:00:00Z`),
    };
    if (!paid) return row;
    return {
      ...row,
      paidAt: momentOf(paid.at),
      isReported: true,
      paidBy: client.id,
      paidByName: client.name,
      confirmedAt: momentOf(paid.confirmed),
      confirmedByName: samplePersonOf(project.by).name,
    };
  });

/** The money that arrived for the paid invoices. */
const paymentRowsOf = (project: SampleProject, { momentOf }: SampleCalendar) =>
  project.invoices.flatMap(({ number, cents, paid }) => {
    if (!paid) return [];
    const confirmed = momentOf(paid.confirmed);
    return {
      id: sampleIdOf('payment', number),
      invoiceId: sampleIdOf('invoice', number),
      kind: 'payment' as const,
      amountMinor: cents,
      paidOn: studioDayOf(confirmed),
      method: '',
      reference: '',
      recordedByName: samplePersonOf(project.by).name,
      recordedAt: confirmed,
    };
  });

/** Returns the sample projects with their content, except files. */
export function sampleProjectRows(calendar: SampleCalendar): ProjectRows {
  const all = sample.projects;
  return {
    projects: all.map((project) => projectRowOf(project, calendar)),
    milestones: all.flatMap((project) => milestoneRowsOf(project, calendar)),
    messages: all.flatMap((project) => messageRowsOf(project, calendar)),
    invoices: all.flatMap((project) => invoiceRowsOf(project, calendar)),
    payments: all.flatMap((project) => paymentRowsOf(project, calendar)),
  };
}
