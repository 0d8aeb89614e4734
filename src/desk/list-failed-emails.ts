import { inArray } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { NamedFailedMail } from '#src/features/notifications/outbox/failed-mail-list.tsx';
import { listFailedMails } from '#src/features/notifications/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** Returns every permanently failed email with its lead, client or team member; oldest failure first. */
export async function listAllFailedEmails(db: Db): Promise<NamedFailedMail[]> {
  const mails = await listFailedMails(db);
  const leadIds = present(mails.map(({ leadId }) => leadId));
  const clientIds = present(mails.map(({ clientId }) => clientId));
  const memberIds = present(mails.map(({ clientId, personId }) => (clientId === null ? personId : null)));
  const rows = [
    ...(await db.select({ id: leads.id, name: leads.name }).from(leads).where(inArray(leads.id, leadIds))),
    ...(await db
      .select({ id: clients.id, name: clients.name })
      .from(clients)
      .where(inArray(clients.id, clientIds))),
    ...(await db
      .select({ id: people.id, name: people.name })
      .from(people)
      .where(inArray(people.id, memberIds))),
  ];
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return mails.map((mail) => {
    const { leadId, clientId, personId } = mail;
    const ofPerson = clientId === null ? '/desk/team' : `/desk/clients/${clientId}`;
    const href = leadId === null ? ofPerson : `/desk/leads/${leadId}`;
    return { ...mail, name: names.get(leadId ?? clientId ?? personId ?? '') ?? '', href };
  });
}
