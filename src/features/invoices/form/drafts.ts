import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { invoiceDrafts } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The most drafts that are listed. */
const mostListed = 50;

/** Returns the latest drafts, of one project or of all. */
export const listDrafts = (db: Db, projectId?: string) =>
  db
    .select({ draft: invoiceDrafts, project: projects.name, client: clients.name })
    .from(invoiceDrafts)
    .leftJoin(projects, eq(projects.id, invoiceDrafts.projectId))
    .leftJoin(clients, eq(clients.id, projects.clientId))
    .where(projectId === undefined ? undefined : eq(invoiceDrafts.projectId, projectId))
    .orderBy(desc(invoiceDrafts.updatedAt))
    .limit(mostListed);

export type DraftRow = Awaited<ReturnType<typeof listDrafts>>[number];

/** Returns a draft; null if there is none. */
export async function findDraft(db: Db, id: string | undefined) {
  if (!validate(id)) return null;
  const [draft] = await db
    .select()
    .from(invoiceDrafts)
    .where(eq(invoiceDrafts.id, String(id)));
  return draft ?? null;
}

/** Fields of the form that are not part of a draft. */
const unstored = ['sure'];

/** Saves a form as a draft, a new one without an id. Returns its id; null if the draft no longer exists. */
export async function saveDraft(
  db: Db,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  {
    id,
    projectId,
    entries,
  }: { readonly id: string | null; readonly projectId: string; readonly entries: Entries },
): Promise<string | null> {
  const found = validate(projectId)
    ? await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId))
    : [];
  const stored = Object.fromEntries(Object.entries(entries).filter(([name]) => !unstored.includes(name)));
  const row = {
    projectId: found[0]?.id ?? null,
    entries: stored,
    updatedByName: actor.name,
    updatedAt: now,
  };
  if (id === null) {
    const [made] = await db
      .insert(invoiceDrafts)
      .values({ id: uuidv7(), ...row })
      .returning({ id: invoiceDrafts.id });
    return made?.id ?? null;
  }
  if (!validate(id)) return null;
  const [saved] = await db
    .update(invoiceDrafts)
    .set(row)
    .where(eq(invoiceDrafts.id, id))
    .returning({ id: invoiceDrafts.id });
  return saved?.id ?? null;
}

/** Deletes a draft. Returns false if there is none. */
export async function deleteDraft(tx: Db, id: string): Promise<boolean> {
  if (!validate(id)) return false;
  const deleted = await tx
    .delete(invoiceDrafts)
    .where(eq(invoiceDrafts.id, id))
    .returning({ id: invoiceDrafts.id });
  return deleted.length > 0;
}
