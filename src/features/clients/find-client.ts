import { and, asc, desc, eq, getTableColumns, notInArray } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { listSecurityLog } from '#src/features/accounts/security-log/security-log.ts';
import { contactEmail } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { countSessions } from '#src/features/accounts/sessions/session.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { invoiceChangeKinds } from '#src/features/notifications/kinds/find-kind.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listFailedMails } from '#src/features/notifications/outbox/outbox.ts';

const mostActivity = 100;

/** Returns a client's people, approvers first, with the number of browsers each is signed in with. */
async function listPeople(db: Db, now: Date, clientId: string) {
  const { id, name, email, phone, notes, tags, permission, disabledAt, createdAt } = people;
  const found = await db
    .select({ id, name, email, phone, notes, tags, permission, disabledAt, createdAt })
    .from(people)
    .where(eq(people.clientId, clientId))
    .orderBy(asc(permission), asc(createdAt), asc(id));
  const ids = found.map((person) => person.id);
  const open = await countSessions(db, now, ids);
  return found.map((person) => ({ ...person, sessionCount: open.get(person.id) ?? 0 }));
}

/** Returns the data of a client's page, also for an erased client; null if there is no such client. */
export async function findClient(
  db: Db,
  now: Date,
  { clientId, canSeeMoney }: { readonly clientId: string; readonly canSeeMoney: boolean },
) {
  const [client] = await db
    .select({ ...getTableColumns(clients), email: contactEmail })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!client) return null;
  const ofClient = await listPeople(db, now, clientId);
  return {
    client,
    people: ofClient,
    projects: await db
      .select()
      .from(projects)
      .where(eq(projects.clientId, clientId))
      .orderBy(asc(projects.createdAt), asc(projects.number)),
    /** Null for members who may not see them. */
    invoices: canSeeMoney
      ? await db
          .select()
          .from(invoices)
          .where(eq(invoices.clientId, clientId))
          .orderBy(desc(invoices.issuedOn), desc(invoices.number))
      : null,
    failed: (await listFailedMails(db, { clientId })).map((mail) => ({ ...mail, name: client.name })),
    trail: await listSecurityLog(
      db,
      ofClient.map(({ id }) => id),
    ),
    activity: await db
      .select()
      .from(activity)
      .where(
        and(
          eq(activity.clientId, clientId),
          canSeeMoney ? undefined : notInArray(activity.kind, [...invoiceChangeKinds]),
        ),
      )
      .orderBy(desc(activity.at), desc(activity.id))
      .limit(mostActivity),
  };
}

export type ClientDetails = NonNullable<Awaited<ReturnType<typeof findClient>>>;
