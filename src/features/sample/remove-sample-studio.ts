import { sql, type SQL } from 'drizzle-orm';
import { files } from '#src/features/recordings/files/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { sampleStudio } from './sample-studio.table.ts';

const leadsGone = sql`select id from leads where is_sample`;
// Whoever was made a client from a sample lead is as invented as the lead.
const peopleGone = sql`select id from people where is_sample or lead_id in (${leadsGone})`;
const projectsGone = sql`select id from projects where client_id in (${peopleGone})`;
const filesGone = sql`select id from files where project_id in (${projectsGone})`;
const addressesGone = sql`select email_key from people where id in (${peopleGone})
  union select email_key from leads where is_sample`;

/** Where somebody's words or deeds stay, under the name that they had, in what is not the sample's. */
export const authorColumns = [
  ['files', 'uploaded_by'],
  ['file_approvals', 'approved_by'],
  ['file_comments', 'author_id'],
  ['messages', 'author_id'],
  ['invoices', 'paid_by'],
  ['lead_notes', 'author_id'],
  ['lead_replies', 'author_id'],
] as const;

/** What was there, and is gone. */
export type RemovedStudio = {
  readonly people: number;
  readonly projects: number;
  readonly messages: number;
  readonly invoices: number;
  readonly leads: number;
  /** The files whose bytes are still to be removed from the disk. */
  readonly files: readonly { readonly storageKey: string; readonly sizeBytes: number }[];
};

async function countGone(tx: Db, table: SQL): Promise<number> {
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(sql`(${table}) as gone`);
  return row?.count ?? 0;
}

async function listGone(tx: Db): Promise<RemovedStudio> {
  return {
    people: await countGone(tx, peopleGone),
    projects: await countGone(tx, projectsGone),
    messages: await countGone(tx, sql`select id from messages where project_id in (${projectsGone})`),
    invoices: await countGone(tx, sql`select id from invoices where project_id in (${projectsGone})`),
    leads: await countGone(tx, leadsGone),
    files: await tx
      .select({ storageKey: files.storageKey, sizeBytes: files.sizeBytes })
      .from(files)
      .where(sql`${files.id} in (${filesGone})`),
  };
}

/** In an order in which nothing is taken from under something that still names it. */
async function removeRows(tx: Db): Promise<void> {
  await tx.execute(sql`delete from activity where client_id in (${peopleGone}) or project_id in (${projectsGone})
    or lead_id in (${leadsGone}) or subject_id in (${peopleGone})
    or (actor_id in (${peopleGone}) and coalesce(client_id, project_id, lead_id, subject_id) is null)`);
  await tx.execute(sql`delete from sign_in_codes where email_key in (${addressesGone})`);
  await tx.execute(sql`delete from dev_mail where lower(to_address) in (${addressesGone})`);
  await tx.execute(sql`delete from file_approvals where file_id in (${filesGone})`);
  await tx.execute(sql`delete from invoices where project_id in (${projectsGone})`);
  await tx.execute(sql`delete from projects where id in (${projectsGone})`);
  for (const [table, column] of authorColumns) {
    const name = sql.raw(column);
    await tx.execute(sql`update ${sql.raw(table)} set ${name} = null where ${name} in (${peopleGone})`);
  }
  await tx.execute(sql`delete from people where id in (${peopleGone})`);
  await tx.execute(sql`delete from leads where is_sample`);
}

/**
 * Removes the sample people, projects and leads with all that hangs on them, in one transaction, and remembers it, so that no
 * later start makes them again. What belongs to anybody else stays. The caller removes the files' bytes.
 */
export async function removeSampleStudio(db: Db, now: Date): Promise<RemovedStudio> {
  return db.transaction(async (tx) => {
    const gone = await listGone(tx);
    await removeRows(tx);
    await tx
      .insert(sampleStudio)
      .values({ madeAt: now, removedAt: now })
      .onConflictDoUpdate({ target: sampleStudio.id, set: { removedAt: now } });
    return gone;
  });
}
