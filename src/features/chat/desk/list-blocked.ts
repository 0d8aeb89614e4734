import { desc, eq } from 'drizzle-orm';
import { blockedNetworks, conversations } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const mostListed = 100;

/** A network whose visitors cannot begin a conversation, with the latest conversation from it; null if none is stored any more. */
export type BlockedNetwork = {
  readonly networkKey: string;
  readonly blockedAt: Date;
  readonly chat: { readonly id: string; readonly name: string | null } | null;
};

/** Lists the blocked networks, the latest first. */
export async function listBlocked(db: Db): Promise<BlockedNetwork[]> {
  const { networkKey, blockedAt } = blockedNetworks;
  const { id, name, changedAt } = conversations;
  const latest = db
    .selectDistinctOn([conversations.networkKey], { of: conversations.networkKey, id, name })
    .from(conversations)
    .where(eq(conversations.isBlocked, true))
    .orderBy(conversations.networkKey, desc(changedAt), desc(id))
    .as('latest');
  return db
    .select({ networkKey, blockedAt, chat: { id: latest.id, name: latest.name } })
    .from(blockedNetworks)
    .leftJoin(latest, eq(latest.of, networkKey))
    .orderBy(desc(blockedAt), networkKey)
    .limit(mostListed);
}
