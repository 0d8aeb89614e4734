import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import { contactEmail } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { planOverdueNotice, type InvoiceServices } from './invoice-overdue.job.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { invoiceCodeOf } from './invoice-status.ts';
import { invoices } from './invoice.table.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';

export type NewInvoice = {
  readonly projectId: string;
  /** US cents, at least 1. */
  readonly amountCents: number;
  readonly description: string;
  /** YYYY-MM-DD, not before today. */
  readonly dueOn: string;
  /** True to refuse an invoice with the same amount and description as one of this project's from the last minute. */
  readonly isRepeatRefused?: boolean;
  /** Defaults to the next number. */
  readonly number?: number;
};

export type IssuedInvoice = Outcome<
  'no-project' | 'due-in-the-past' | 'repeated',
  { readonly invoiceId: string; readonly number: number }
>;

/** How long an identical invoice counts as an accidental repeat. */
const repeatMs = 60_000;

/** Returns true if this project has an invoice from the last minute with the same amount and description. */
export async function wasJustIssued(
  db: Db,
  now: Date,
  { projectId, amountCents, description }: Pick<NewInvoice, 'projectId' | 'amountCents' | 'description'>,
): Promise<boolean> {
  const isSame = and(
    eq(invoices.projectId, projectId),
    eq(invoices.amountCents, amountCents),
    eq(invoices.description, description),
    ne(invoices.state, 'void'),
    gt(invoices.createdAt, new Date(now.getTime() - repeatMs)),
  );
  return validate(projectId) && (await db.$count(invoices, isSame)) > 0;
}

/**
 * Returns the names printed on an invoice of this project: its own and its client's; empty if there is no such project.
 */
export async function listPrintedNames(db: Db, projectId: string): Promise<string[]> {
  if (!validate(projectId)) return [];
  const [found] = await db
    .select({ project: projects.name, client: clients.name })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(eq(projects.id, projectId));
  return found ? [found.project, found.client] : [];
}

/**
 * Issues an invoice to a project's client, dated today in the studio's time zone, with the client's current name and
 * address. Notifies the client now, and again once it is overdue. Runs in the caller's transaction.
 */
export async function issueInvoice(
  tx: Db,
  services: InvoiceServices,
  actor: Actor,
  { projectId, amountCents, description, dueOn, isRepeatRefused = false, number }: NewInvoice,
): Promise<IssuedInvoice> {
  const now = services.clock.now();
  const { calendar = studioCalendar } = services;
  const issuedOn = calendar.dayOf(now);
  if (dueOn < issuedOn) return { ok: false, reason: 'due-in-the-past' };
  const project = await lockProject(tx, projectId);
  if (!project) return { ok: false, reason: 'no-project' };
  if (isRepeatRefused && (await wasJustIssued(tx, now, { projectId, amountCents, description })))
    return { ok: false, reason: 'repeated' };
  const { name, clientId } = project;
  const [billTo] = await tx
    .select({ billToName: clients.name, billToEmail: contactEmail })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!billTo) throw new Error('A project without its client');
  const about = { projectId, clientId, amountCents, description, ...billTo };
  const row = { id: uuidv7(), ...about, issuedOn, dueOn, state: 'pending', createdAt: now } as const;
  const [made] = await tx
    .insert(invoices)
    .values(number === undefined ? row : { ...row, number })
    .returning({ id: invoices.id, number: invoices.number });
  if (!made) throw new Error('The invoice was not written');
  // The sequence must not return a chosen number again.
  if (number !== undefined)
    await tx.execute(
      sql`select setval('invoice_numbers', greatest(${number}::bigint, (select last_value from invoice_numbers)))`,
    );
  await planOverdueNotice(tx, services, { id: made.id, dueOn });
  await announce(tx, services, actor, {
    kind: 'invoice-issued',
    clientId,
    projectId,
    subjectId: made.id,
    details: { project: name, invoice: invoiceCodeOf(made.number), description },
    notify: 'invoice-issued',
  });
  return { ok: true, invoiceId: made.id, number: made.number };
}
