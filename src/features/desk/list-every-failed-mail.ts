import { inArray } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import type { NamedFailedMail } from '#src/features/outbox/failed-mail-list.tsx';
import { listFailedMails } from '#src/features/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** Everything that could not be delivered for good, with the lead or client whose it is; the oldest failure first. */
export async function listEveryFailedMail(db: Db): Promise<NamedFailedMail[]> {
  const mails = await listFailedMails(db);
  const leadIds = present(mails.map(({ leadId }) => leadId));
  const clientIds = present(mails.map(({ clientId }) => clientId));
  const { id, name, role } = people;
  const rows = [
    ...(await db.select({ id: leads.id, name: leads.name }).from(leads).where(inArray(leads.id, leadIds))),
    ...(await db.select({ id, name, role }).from(people).where(inArray(id, clientIds))),
  ];
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const team = new Set(rows.flatMap((row) => ('role' in row && row.role === 'team' ? row.id : [])));
  return mails.map((mail) => {
    const { leadId, clientId } = mail;
    const ofPerson = team.has(clientId ?? '') ? '/desk/team' : `/desk/clients/${clientId}`;
    const href = leadId === null ? ofPerson : `/desk/leads/${leadId}`;
    return { ...mail, name: names.get(leadId ?? clientId ?? '') ?? '', href };
  });
}
