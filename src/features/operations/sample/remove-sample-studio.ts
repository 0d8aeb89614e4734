import { sql, type SQL } from 'drizzle-orm';
import { allFiles } from '#src/features/files/store/file.table.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { forgetMeasurements } from '#src/features/files/measurements/sound-measurements.ts';
import type { Db } from '#src/platform/database/database.ts';
import { sampleMeetingKindId, sampleNetworkKey } from './sample-ids.ts';
import { sampleStudio } from './sample-studio.table.ts';

const sampleLeads = sql`select id from leads where is_sample`;
// A client who was converted from a sample lead belongs to the sample too.
const sampleClients = sql`select id from clients where is_sample or lead_id in (${sampleLeads})`;
const samplePeople = sql`select id from people where client_id in (${sampleClients}) or (client_id is null and is_sample)`;
const sampleProjects = sql`select id from projects where client_id in (${sampleClients})`;
const sampleFiles = sql`select id from all_files where project_id in (${sampleProjects})`;
const sampleAddresses = sql`select email_key from people where id in (${samplePeople})
  union select email_key from leads where is_sample`;

/** The columns that refer to a sample person in rows that stay: set to null, while the name next to them stays. */
export const authorColumns = [
  ['all_files', 'uploaded_by'],
  ['file_approvals', 'approved_by'],
  ['file_comments', 'author_id'],
  ['messages', 'author_id'],
  ['invoices', 'paid_by'],
  ['lead_notes', 'author_id'],
  ['lead_replies', 'author_id'],
  ['conversations', 'taken_by'],
  ['conversation_lines', 'author_id'],
] as const;

// Calls and conversations with a person of the sample team, or with the sample's clients and leads.
const sampleCalls = sql`select id from calls where host_id in (${samplePeople}) or client_id in (${sampleClients})
  or lead_id in (${sampleLeads})`;

const sampleChats = sql`select id from conversations where network_key = ${sampleNetworkKey} or lead_id in (${sampleLeads})`;

/** How much was removed. */
export type RemovedStudio = {
  readonly people: number;
  readonly projects: number;
  readonly messages: number;
  readonly invoices: number;
  readonly leads: number;
  /** Conversations in the chat. */
  readonly chats: number;
  /** The calls with the sample team, including those that real visitors had booked. */
  readonly calls: number;
  /** The files whose bytes the caller removes from the disk. */
  readonly files: readonly { readonly storageKey: string; readonly sizeBytes: number }[];
  /** The keys of their renditions for listening, whose bytes are deleted with theirs. */
  readonly renditionKeys: readonly string[];
};

async function countRows(tx: Db, table: SQL): Promise<number> {
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(sql`(${table}) as removed`);
  return row?.count ?? 0;
}

async function listRemoved(tx: Db) {
  const stored = await tx
    .select({ storageKey: allFiles.storageKey, sizeBytes: allFiles.sizeBytes, sha256: allFiles.sha256 })
    .from(allFiles)
    .where(sql`${allFiles.id} in (${sampleFiles})`);
  const sent = await tx
    .select({ storageKey: clientUploads.storageKey, sizeBytes: clientUploads.sizeBytes })
    .from(clientUploads)
    .where(sql`${clientUploads.projectId} in (${sampleProjects})`);
  return {
    people: await countRows(tx, samplePeople),
    projects: await countRows(tx, sampleProjects),
    messages: await countRows(tx, sql`select id from messages where project_id in (${sampleProjects})`),
    invoices: await countRows(tx, sql`select id from invoices where project_id in (${sampleProjects})`),
    leads: await countRows(tx, sampleLeads),
    chats: await countRows(tx, sampleChats),
    calls: await countRows(tx, sampleCalls),
    files: [...stored.map(({ storageKey, sizeBytes }) => ({ storageKey, sizeBytes })), ...sent],
    sha256s: stored.map(({ sha256 }) => sha256),
  };
}

/** Removes the calls of the sample. A real lead with such an upcoming call is unanswered again. */
async function removeCalls(tx: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`update leads set waiting_since = ${at} where waiting_since is null and id in
    (select lead_id from calls where state = 'booked' and starts_at > ${at} and id in (${sampleCalls}))`);
  await tx.execute(sql`delete from call_mails where host_id in (${samplePeople})`);
  await tx.execute(sql`delete from calls where id in (${sampleCalls})`);
  await tx.execute(sql`delete from call_kinds where id = ${sampleMeetingKindId}
    and not exists (select from calls where kind_id = call_kinds.id)`);
}

/**
 * Removes the conversations of the sample. A real visitor's conversation that its team had joined returns to the queue.
 */
async function removeChats(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`delete from conversations where id in (${sampleChats})`);
  await tx.execute(sql`update conversations set state = 'waiting', waiting_since = ${now.toISOString()}::timestamptz,
    taken_by = null, taken_by_name = null where taken_by in (${samplePeople})`);
}

/** Deletes rows before those that they refer to. */
async function removeRows(tx: Db, now: Date): Promise<void> {
  await removeCalls(tx, now);
  await removeChats(tx, now);
  await tx.execute(sql`delete from activity where client_id in (${sampleClients}) or project_id in (${sampleProjects})
    or lead_id in (${sampleLeads}) or subject_id in (${samplePeople})
    or (actor_id in (${samplePeople}) and coalesce(client_id, project_id, lead_id, subject_id) is null)`);
  await tx.execute(sql`delete from sign_in_codes where email_key in (${sampleAddresses})`);
  await tx.execute(sql`delete from dev_mail where lower(to_address) in (${sampleAddresses})`);
  await tx.execute(sql`delete from file_approvals where file_id in (${sampleFiles})`);
  await tx.execute(sql`delete from invoices where project_id in (${sampleProjects})`);
  await tx.execute(sql`delete from projects where id in (${sampleProjects})`);
  for (const [table, column] of authorColumns) {
    const name = sql.raw(column);
    await tx.execute(sql`update ${sql.raw(table)} set ${name} = null where ${name} in (${samplePeople})`);
  }
  for (const table of ['money_settings', 'bank_accounts', 'tax_rates'])
    await tx.execute(sql`delete from ${sql.raw(table)} where is_sample`);
  await tx.execute(sql`delete from people where id in (${samplePeople})`);
  await tx.execute(sql`delete from clients where id in (${sampleClients})`);
  await tx.execute(sql`delete from leads where is_sample`);
}

/**
 * Removes the sample people, projects and leads with everything that belongs to them, in one transaction, and records
 * it, so that no later start creates them again. Everything else stays. The caller deletes the files' bytes.
 */
export async function removeSampleStudio(db: Db, now: Date): Promise<RemovedStudio> {
  return db.transaction(async (tx) => {
    const { sha256s, ...removed } = await listRemoved(tx);
    await removeRows(tx, now);
    const renditionKeys = await forgetMeasurements(tx, sha256s);
    await tx
      .insert(sampleStudio)
      .values({ madeAt: now, removedAt: now })
      .onConflictDoUpdate({ target: sampleStudio.id, set: { removedAt: now } });
    return { ...removed, renditionKeys };
  });
}
