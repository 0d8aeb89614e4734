import { eq } from 'drizzle-orm';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { leads } from '../lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { leadNotes } from './lead-note.table.ts';

export type Noted = Outcome<'not-found' | 'conflict'>;

/** Stores a note about a lead, which only the team sees. The same note under the same id again changes nothing. */
export async function addLeadNote(
  db: Db,
  now: Date,
  author: Pick<Person, 'id' | 'name'>,
  { id, leadId, content }: { id: string; leadId: string; content: string },
): Promise<Noted> {
  return db.transaction(async (tx): Promise<Noted> => {
    const [lead] = await tx.select({ id: leads.id }).from(leads).where(eq(leads.id, leadId)).for('share');
    if (!lead) return { ok: false, reason: 'not-found' };
    const note = { id, leadId, authorId: author.id, authorName: author.name, content, writtenAt: now };
    const [written] = await tx.insert(leadNotes).values(note).onConflictDoNothing().returning();
    if (!written) {
      const [known] = await tx.select().from(leadNotes).where(eq(leadNotes.id, id));
      const isSame = known?.leadId === leadId && known.content === content;
      return isSame ? { ok: true } : { ok: false, reason: 'conflict' };
    }
    await recordActivity(tx, now, author, { kind: 'lead-noted', leadId, subjectId: id });
    return { ok: true };
  });
}
