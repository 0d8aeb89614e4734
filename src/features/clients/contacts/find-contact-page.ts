import { and, desc, eq } from 'drizzle-orm';
import { leads } from '#src/features/leads/lead.table.ts';
import { listClientChoices } from '#src/features/projects/desk/project-clients.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findKnownClient } from '#src/features/leads/lead-page/find-lead.ts';
import { findContact } from './contacts.ts';

const mostLeads = 5;

/** Returns the data of a contact's page; null if there is no such contact. `search` finds a client to add them to. */
export async function findContactPage(db: Db, id: string, search: string) {
  const contact = await findContact(db, id);
  if (!contact) return null;
  const { emailKey } = contact;
  const isTheirs = and(eq(leads.emailKey, emailKey), eq(leads.isHeld, false));
  return {
    contact,
    search,
    choices: await listClientChoices(db, { search }),
    client: emailKey === '' ? null : await findKnownClient(db, emailKey),
    leads:
      emailKey === ''
        ? []
        : await db
            .select({ id: leads.id, name: leads.name })
            .from(leads)
            .where(isTheirs)
            .orderBy(desc(leads.createdAt))
            .limit(mostLeads),
  };
}

export type ContactPage = NonNullable<Awaited<ReturnType<typeof findContactPage>>>;
