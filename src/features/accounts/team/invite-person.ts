import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { people, type Role } from '#src/features/accounts/people/person.table.ts';
import type { Outcome } from '#src/platform/outcome.ts';

export type Invited = Outcome<'exists', { readonly personId: string }>;

/**
 * Makes somebody who can sign in, in the caller's transaction; the mail that tells them is the caller's to enqueue
 * (sign-in-mail.job.ts). An address is one person's.
 */
export async function invitePerson(
  tx: Db,
  now: Date,
  { role, email, name, leadId = null }: { role: Role; email: string; name: string; leadId?: string | null },
): Promise<Invited> {
  const [made] = await tx
    .insert(people)
    .values({ id: uuidv7(), role, emailKey: emailKeyOf(email), email, name, leadId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: people.id });
  return made ? { ok: true, personId: made.id } : { ok: false, reason: 'exists' };
}
