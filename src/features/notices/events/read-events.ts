import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { clientEvents } from './client-event.table.ts';

const most = 500;
const keptMs = 30 * 86_400_000;

export type ClientEvent = { readonly seq: number; readonly kind: string; readonly projectId: string | null };

export type EventBatch = {
  /** Newer than what was asked for, in order. */
  readonly events: readonly ClientEvent[];
  /** The number of the client's latest event. */
  readonly latest: number;
  /** There are more. */
  readonly isCut: boolean;
};

/** A client's events after a number, as one moment saw them; null where there is no such client. */
export async function readEvents(db: Db, clientId: string, after: number): Promise<EventBatch | null> {
  const newer = and(eq(clientEvents.clientId, people.id), gt(clientEvents.seq, after));
  const rows = await db
    .select({
      latest: people.eventSeq,
      seq: clientEvents.seq,
      kind: clientEvents.kind,
      projectId: clientEvents.projectId,
    })
    .from(people)
    .leftJoin(clientEvents, newer)
    .where(eq(people.id, clientId))
    .orderBy(asc(clientEvents.seq))
    .limit(most);
  const [first] = rows;
  if (!first) return null;
  const events = rows.flatMap(({ seq, kind, projectId }) =>
    seq === null || kind === null ? [] : [{ seq, kind, projectId }],
  );
  return { events, latest: first.latest, isCut: rows.length === most };
}

/** Forgets events that are older than thirty days. Whoever stopped reading before them starts anew. */
export async function pruneEvents(db: Db, now: Date): Promise<void> {
  await db.delete(clientEvents).where(lt(clientEvents.at, new Date(now.getTime() - keptMs)));
}
