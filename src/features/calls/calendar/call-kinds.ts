import { asc, isNull } from 'drizzle-orm';
import words from '#content/desk-calls.yaml';
import { callKinds } from '../call.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A kind of call that the team can book; `id` is empty for the discovery call. */
export type BookableKind = { readonly id: string; readonly name: string; readonly lengthMin: number };

/** Every kind that can be booked, the discovery call first; its length is the settings'. */
export async function listBookableKinds(
  db: Db,
  { lengthMin }: { readonly lengthMin: number },
): Promise<readonly [BookableKind, ...BookableKind[]]> {
  const others = await db
    .select({ id: callKinds.id, name: callKinds.name, lengthMin: callKinds.lengthMin })
    .from(callKinds)
    .where(isNull(callKinds.removedAt))
    .orderBy(asc(callKinds.name));
  return [{ id: '', name: words.kinds.discovery, lengthMin }, ...others];
}
