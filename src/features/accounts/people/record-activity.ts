import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { activity } from './activity.table.ts';

/** The person who does something; `id` is null for the product itself. `clientId` is their client, if they have one. */
export type Actor = {
  readonly id: string | null;
  readonly name: string;
  readonly clientId?: string | null;
};

export type ActivityEntry = {
  /** The kind of activity, as `noun-verbed`: `lead-converted`, `invoice-voided`. */
  readonly kind: string;
  readonly leadId?: string | null;
  readonly clientId?: string | null;
  readonly projectId?: string | null;
  readonly subjectId?: string | null;
  /** Names and values for its sentence. */
  readonly details?: Readonly<Record<string, string>>;
};

/** Records who did what and when, in the caller's transaction. */
export async function recordActivity(tx: Db, now: Date, actor: Actor, entry: ActivityEntry): Promise<void> {
  const { details = {}, ...ids } = entry;
  await tx
    .insert(activity)
    .values({ id: uuidv7(), at: now, actorId: actor.id, actorName: actor.name, details, ...ids });
}
