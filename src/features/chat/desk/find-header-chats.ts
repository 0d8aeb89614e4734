import { isNotNull, sql } from 'drizzle-orm';
import { chatMembers, conversations } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** How many visitors wait for a person, and whether the viewer takes chats. */
export type HeaderChats = { readonly waiting: number; readonly takesChats: boolean };

/** One row. */
export const headerChatsOf = (db: Db, personId: string) =>
  db
    .select({
      waiting: sql<number>`count(*)::int`.as('waiting'),
      takesChats: sql<boolean>`exists (select from ${chatMembers}
        where ${chatMembers.takesChats} and ${chatMembers.personId} = ${personId})`.as('takes_chats'),
    })
    .from(conversations)
    .where(isNotNull(conversations.waitingSince));

/** Finds what the header of every desk page shows of the chats to a team member. One query. */
export async function findHeaderChats(db: Db, personId: string): Promise<HeaderChats> {
  const [row] = await headerChatsOf(db, personId);
  return row ?? { waiting: 0, takesChats: false };
}
