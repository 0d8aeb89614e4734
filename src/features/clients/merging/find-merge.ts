import { eq } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { mergedClients } from '#src/features/accounts/people/merged-client.table.ts';
import { findClientName } from '#src/features/clients/edit/find-edited.ts';
import { listClientChoices } from '#src/features/projects/desk/project-clients.ts';
import type { Db } from '#src/platform/database/database.ts';
import { countMoving } from './count-moving.ts';

/**
 * Finds the data of the page that makes a client part of another: the other one with what would move, or, while none is chosen, the
 * clients to choose from. Null if there is no such client.
 */
export async function findMerge(
  db: Db,
  { fromId, intoId, search }: { readonly fromId: string; readonly intoId: string; readonly search: string },
) {
  const from = await findClientName(db, fromId);
  if (!from) return null;
  const into = intoId === fromId ? null : await findClientName(db, intoId);
  if (into) return { from, into, counts: await countMoving(db, from.id) };
  const { clients: found, total } = await listClientChoices(db, { search });
  const choices = found.filter(({ id }) => id !== from.id);
  return { from, into: null, choices, total, search };
}

export type ShownMerge = NonNullable<Awaited<ReturnType<typeof findMerge>>>;

/** The client that this one became part of; null where it did not. */
export async function findMergedInto(db: Db, clientId: string): Promise<string | null> {
  const [merged] = await db
    .select({ intoId: mergedClients.intoId })
    .from(mergedClients)
    .where(eq(mergedClients.id, clientId));
  return merged?.intoId ?? null;
}

/** Answers for a client that is not there: leads to the one that it became part of, or 404. */
export async function answerForMissing(db: Db, clientId: string): Promise<Response> {
  const intoId = isUuid(clientId) ? await findMergedInto(db, clientId) : null;
  if (intoId === null) return new Response(null, { status: 404 });
  return new Response(null, { status: 303, headers: { location: `/desk/clients/${intoId}` } });
}
