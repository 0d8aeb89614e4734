import { eq, sql } from 'drizzle-orm';
import sample from '#content/sample.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { carriedComments, fileApprovals, fileComments, files } from '#src/features/files/store/file.table.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { findReportToApprove } from '#src/features/delivery/find-delivery.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import {
  soundMeasurements,
  type StoredArtefacts,
} from '#src/features/files/measurements/sound-measurement.table.ts';
import { invoices, payments } from '#src/features/invoices/invoice.table.ts';
import {
  bankAccounts,
  moneySettings,
  taxRates,
} from '#src/features/invoices/settings/money-settings.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { milestones } from '#src/features/projects/milestones/milestone.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  listeningEntries,
  listeningGuests,
  listeningLinks,
  listeningVisits,
} from '#src/features/sharing/links/listening.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { conversationLines, conversations } from '#src/features/chat/conversation.table.ts';
import { sampleActivityRows, sampleNotificationRows } from './sample-activity-rows.ts';
import { sampleCalendarAt, sampleIdOf, type SampleCalendar } from './sample-ids.ts';
import { sampleChatRows, sampleLeadRows, sampleListeningRows } from './sample-visitor-rows.ts';
import {
  type ReadSampleBytes,
  sampleComparisonRows,
  sampleFileRows,
  sampleMeasurementRows,
  type SampleMeasures,
  sentSampleRows,
  type StoredSampleFile,
  type StoredSentSample,
  storeSampleArtefacts,
  storeSampleFiles,
  storeSentSamples,
} from './sample-files.ts';
import { sampleClientRows, samplePeopleRows } from './sample-people.ts';
import { sampleProjectRows } from './sample-project-rows.ts';
import { sampleStudio } from './sample-studio.table.ts';
import { storeSampleCalls } from './store-sample-calls.ts';

/** Columns as the database names and types them: `id uuid, name text`. */
async function insertRows(tx: Db, table: string, columns: string, rows: readonly unknown[]): Promise<void> {
  const names = sql.raw(columns.replaceAll(/ [\w[\]]+(?=,|$)/g, ''));
  await tx.execute(sql`insert into ${sql.raw(table)} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(columns)})`);
}

const columnsOf = {
  leads:
    'id uuid, email_key text, email text, name text, status text, sources text[], is_held boolean, is_sample boolean, created_at timestamptz, waiting_since timestamptz, opened_at timestamptz, answered_at timestamptz, answered_by_name text',
  submissions:
    'id uuid, lead_id uuid, form text, form_source text, fields json, fingerprint text, is_held boolean, created_at timestamptz',
  lead_notes: 'id uuid, lead_id uuid, author_id uuid, author_name text, content text, written_at timestamptz',
  lead_replies: 'id uuid, lead_id uuid, author_id uuid, author_name text, content text, sent_at timestamptz',
};

/** Leads come before the clients they became, and notes and replies after their authors. */
async function storePeople(tx: Db, calendar: SampleCalendar): Promise<void> {
  const rows = sampleLeadRows(calendar);
  await insertRows(tx, 'leads', columnsOf.leads, rows.leads);
  await insertRows(tx, 'submissions', columnsOf.submissions, rows.submissions);
  await tx.insert(clients).values(sampleClientRows(calendar));
  await tx.insert(people).values(samplePeopleRows(calendar)).onConflictDoNothing();
  await insertRows(tx, 'lead_notes', columnsOf.lead_notes, rows.notes);
  await insertRows(tx, 'lead_replies', columnsOf.lead_replies, rows.replies);
}

/** Stores who the studio is on invoices, unless something is filled in already. */
async function storeMoneySettings(tx: Db): Promise<void> {
  const { details, accounts, rates } = sample.money;
  const stored = await tx
    .insert(moneySettings)
    .values({ ...details, isSample: true })
    .onConflictDoNothing()
    .returning();
  if (stored.length === 0) return;
  for (const [at, account] of accounts.entries())
    await tx.insert(bankAccounts).values({ id: sampleIdOf('account', at), ...account, isSample: true });
  for (const [at, rate] of rates.entries())
    await tx.insert(taxRates).values({ id: sampleIdOf('rate', at), ...rate, isSample: true });
}

async function storeProjects(tx: Db, calendar: SampleCalendar): Promise<void> {
  const rows = sampleProjectRows(calendar);
  await tx.insert(projects).values(rows.projects);
  await tx.insert(milestones).values(rows.milestones);
  await tx.insert(messages).values(rows.messages);
  await tx.insert(invoices).values(rows.invoices);
  await tx.insert(payments).values(rows.payments);
  await tx.insert(notifications).values(sampleNotificationRows(calendar));
  await tx.insert(activity).values(sampleActivityRows(calendar));
}

/** Advances the sequences of project and invoice numbers past the sample. */
async function advanceNumbers(tx: Db): Promise<void> {
  await tx.execute(sql`select
    setval('project_numbers', greatest((select max(number) from projects), nextval('project_numbers')::integer)),
    setval('invoice_numbers', greatest((select max(number) from invoices), nextval('invoice_numbers')::integer))`);
}

type StoredSample = {
  readonly stored: readonly StoredSampleFile[];
  readonly measures: SampleMeasures;
  readonly artefacts: Readonly<Record<string, StoredArtefacts>>;
};

async function storeFileRows(
  tx: Db,
  { stored, measures, artefacts }: StoredSample,
  calendar: SampleCalendar,
) {
  const rows = sampleFileRows(stored, measures, calendar);
  const measurements = sampleMeasurementRows(stored, measures, artefacts, calendar);
  await tx.insert(files).values(rows.files);
  if (measurements.length > 0) await tx.insert(soundMeasurements).values(measurements).onConflictDoNothing();
  const comparisons = sampleComparisonRows(stored, measures, calendar);
  if (comparisons.length > 0) await tx.insert(soundComparisons).values(comparisons).onConflictDoNothing();
  await tx.insert(fileApprovals).values(rows.approvals);
  for (const { fileId } of rows.approvals) {
    const sheet = await findReportToApprove(tx, fileId);
    const isIt = eq(fileApprovals.fileId, fileId);
    if (sheet)
      await tx.update(fileApprovals).set({ sheet: sheet.text, sheetSha256: sheet.sha256 }).where(isIt);
  }
  await tx.insert(fileComments).values(rows.comments);
  await tx.insert(carriedComments).values(rows.carried);
}

async function storeListening(tx: Db, secret: string, calendar: SampleCalendar): Promise<void> {
  const rows = sampleListeningRows(secret, calendar);
  await tx.insert(listeningLinks).values(rows.links);
  await tx.insert(listeningEntries).values(rows.entries);
  await tx.insert(listeningGuests).values(rows.guests);
  await tx.insert(listeningVisits).values(rows.visits);
}

async function storeChats(tx: Db, secret: string, calendar: SampleCalendar): Promise<void> {
  const rows = sampleChatRows(secret, calendar);
  await tx.insert(conversations).values(rows.chats);
  await tx.insert(conversationLines).values(rows.lines);
  await tx.insert(activity).values(rows.activity);
}

type SampleStudio = {
  readonly db: Db;
  readonly fileStore: FileStore;
  /** The installation's secret. */
  readonly secret: string;
  /** The moment of the first start. */
  readonly now: Date;
  readonly readBytes: ReadSampleBytes;
  readonly measures: SampleMeasures;
};

/**
 * Creates the sample studio in one transaction, without events or emails. Returns false if this database has had one
 * before, even if it was removed since.
 */
export async function makeSampleStudio({
  db,
  fileStore,
  secret,
  now,
  readBytes,
  measures,
}: SampleStudio): Promise<boolean> {
  let stored: readonly StoredSampleFile[] = [];
  let sent: readonly StoredSentSample[] = [];
  let artefacts: Readonly<Record<string, StoredArtefacts>> = {};
  try {
    return await db.transaction(async (tx) => {
      // Another process that starts at the same time waits here, then does nothing.
      const made = await tx.insert(sampleStudio).values({ madeAt: now }).onConflictDoNothing().returning();
      if (made.length === 0) return false;
      const calendar = sampleCalendarAt(now);
      await storePeople(tx, calendar);
      await storeMoneySettings(tx);
      await storeProjects(tx, calendar);
      await storeSampleCalls(tx, { secret, now });
      stored = await storeSampleFiles(fileStore, readBytes);
      artefacts = await storeSampleArtefacts(fileStore, readBytes, measures);
      await storeFileRows(tx, { stored, measures, artefacts }, calendar);
      await storeListening(tx, secret, calendar);
      await storeChats(tx, secret, calendar);
      sent = await storeSentSamples(fileStore, readBytes);
      await tx.insert(clientUploads).values(sentSampleRows(sent, calendar));
      await advanceNumbers(tx);
      return true;
    });
  } catch (error) {
    const keys = [
      ...[...stored, ...sent].map((file) => file.stored.storageKey),
      ...Object.values(artefacts).flatMap((made) => Object.values(made)),
    ];
    await Promise.all(keys.map((key) => fileStore.remove(key)));
    throw error;
  }
}
