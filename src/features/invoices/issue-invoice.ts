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
import site from '#content/site.yaml';
import { legal } from '#src/studio/legal.ts';
import { findBuyer } from './billing/client-billing.ts';
import { descriptionOf, type InvoiceDocument } from './document.ts';
import type { InvoiceForm } from './form/read-invoice-form.ts';
import {
  findStudioDetails,
  listBankAccounts,
  missingDetails,
  sellerLinesOf,
} from './settings/money-settings.ts';
import { takeNumber } from './settings/series.ts';
import { invoiceCodeOf } from './invoice-status.ts';
import { invoices } from './invoice.table.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** What an invoice is for: its lines, or one amount outside the scope of tax in US cents. */
type Charged =
  | { readonly amountCents: number; readonly description: string; readonly form?: undefined }
  | { readonly form: InvoiceForm; readonly amountCents?: undefined; readonly description?: undefined };

export type NewInvoice = Charged & {
  /** A new id by default. Issuing one with the same id again changes nothing. */
  readonly id?: string;
  readonly projectId: string;
  /** YYYY-MM-DD, not before today. */
  readonly dueOn: string;
  /** True to refuse an invoice with the same amount and description as one of this project's from the last minute. */
  readonly isRepeatRefused?: boolean;
  /** Defaults to the next number. */
  readonly number?: number;
};

export type IssuedInvoice = Outcome<
  'no-project' | 'due-in-the-past' | 'repeated' | 'no-studio' | 'no-vat-id',
  { readonly invoiceId: string; readonly number: number; readonly code: string }
>;

/** How long an identical invoice counts as an accidental repeat. */
const repeatMs = 60_000;

/** Returns true if this project has an invoice from the last minute with the same amount and description. */
export async function wasJustIssued(
  db: Db,
  now: Date,
  {
    projectId,
    amountCents,
    description,
  }: { readonly projectId: string; readonly amountCents: number; readonly description: string },
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

/** Returns the names printed on an invoice of this project, its own and its client's; null if there is no such project. */
export async function findPrinted(
  db: Db,
  projectId: string,
): Promise<{ readonly project: string; readonly client: string } | null> {
  if (!validate(projectId)) return null;
  const [found] = await db
    .select({ project: projects.name, client: clients.name })
    .from(projects)
    .innerJoin(clients, eq(clients.id, projects.clientId))
    .where(eq(projects.id, projectId));
  return found ?? null;
}

type DocumentColumns = Pick<
  typeof invoices.$inferSelect,
  'currency' | 'amountCents' | 'description' | 'document'
>;

/** Taxes for which the buyer's VAT number has to be printed. */
const needsVatId: readonly string[] = ['AE', 'K'];

/** Returns the columns of an invoice with lines, or why it cannot be issued. */
async function documentedOf(
  tx: Db,
  clientId: string,
  form: InvoiceForm,
): Promise<Outcome<'no-studio' | 'no-vat-id', { readonly columns: DocumentColumns }>> {
  const studio = await findStudioDetails(tx);
  if (missingDetails(studio).length > 0) return { ok: false, reason: 'no-studio' };
  const buyer = await findBuyer(tx, clientId);
  if (buyer.vatId === '' && form.lines.some(({ category }) => needsVatId.includes(category)))
    return { ok: false, reason: 'no-vat-id' };
  const { name, lines } = sellerLinesOf(studio);
  const { currency, totalMinor, dueOn: _, taxMinor: __, reference, notes, ...ofForm } = form;
  const accounts = (await listBankAccounts(tx)).map(({ holder, iban, bic, bank }) => ({
    holder,
    iban,
    bic,
    bank,
  }));
  const document: InvoiceDocument = {
    ...ofForm,
    seller: {
      name,
      lines,
      email: site.contactEmail,
      vatId: studio.vatId,
      taxNumber: studio.taxNumber || (studio.usesSiteAddress ? legal.registration : ''),
      accounts,
    },
    buyer: { ...buyer, reference: reference || buyer.reference },
    notes: [notes, studio.notes].filter((note) => note !== '').join('\n'),
  };
  return {
    ok: true,
    columns: { currency, amountCents: totalMinor, description: descriptionOf(document), document },
  };
}

/**
 * Issues an invoice to a project's client, dated today in the studio's time zone, with the client's current name and
 * address. Notifies the client now, and again once it is overdue. Runs in the caller's transaction; its number is the next of its
 * series, without gaps.
 */
export async function issueInvoice(
  tx: Db,
  services: InvoiceServices,
  actor: Actor,
  {
    id = uuidv7(),
    projectId,
    dueOn,
    isRepeatRefused = false,
    number,
    form,
    amountCents,
    description,
  }: NewInvoice,
): Promise<IssuedInvoice> {
  const now = services.clock.now();
  const { calendar = studioCalendar } = services;
  const issuedOn = calendar.dayOf(now);
  if (dueOn < issuedOn) return { ok: false, reason: 'due-in-the-past' };
  const project = await lockProject(tx, projectId);
  if (!project) return { ok: false, reason: 'no-project' };
  const [known] = await tx.select().from(invoices).where(eq(invoices.id, id));
  if (known) return { ok: true, invoiceId: id, number: known.number, code: known.code };
  const { name, clientId } = project;
  const documented = form ? await documentedOf(tx, clientId, form) : null;
  if (documented && !documented.ok) return documented;
  const columns = documented?.columns ?? { amountCents: amountCents ?? 0, description: description ?? '' };
  if (isRepeatRefused && (await wasJustIssued(tx, now, { projectId, ...columns })))
    return { ok: false, reason: 'repeated' };
  const [billTo] = await tx
    .select({ billToName: clients.name, billToEmail: contactEmail })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!billTo) throw new Error('A project without its client');
  const about = { projectId, clientId, ...columns, ...billTo };
  const code = number === undefined ? await takeNumber(tx, 'invoice') : invoiceCodeOf(number);
  const row = { code, id, ...about, issuedOn, dueOn, state: 'pending', createdAt: now } as const;
  const [made] = await tx
    .insert(invoices)
    .values(number === undefined ? row : { ...row, number })
    .returning({ id: invoices.id, number: invoices.number, code: invoices.code });
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
    details: { project: name, invoice: made.code, description: columns.description },
    notify: 'invoice-issued',
  });
  return { ok: true, invoiceId: made.id, number: made.number, code: made.code };
}
