import { and, asc, desc, eq } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { listTrail } from '#src/features/accounts/trail/list-trail.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { countSessions } from '#src/features/accounts/sessions/session.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listFailedMails } from '#src/features/outbox/outbox.ts';

const mostActivity = 100;

/** Everything that a client's page shows, also of one who was erased; null when there is no such client. */
export async function findClient(db: Db, now: Date, clientId: string) {
  const [client] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, clientId), eq(people.role, 'client')));
  if (!client) return null;
  return {
    client,
    sessionCount: await countSessions(db, now, clientId),
    projects: await db
      .select()
      .from(projects)
      .where(eq(projects.clientId, clientId))
      .orderBy(asc(projects.createdAt), asc(projects.number)),
    invoices: await db
      .select()
      .from(invoices)
      .where(eq(invoices.clientId, clientId))
      .orderBy(desc(invoices.issuedOn), desc(invoices.number)),
    failed: (await listFailedMails(db, { clientId })).map((mail) => ({ ...mail, name: client.name })),
    trail: await listTrail(db, clientId),
    activity: await db
      .select()
      .from(activity)
      .where(eq(activity.clientId, clientId))
      .orderBy(desc(activity.at), desc(activity.id))
      .limit(mostActivity),
  };
}

export type ClientDetails = NonNullable<Awaited<ReturnType<typeof findClient>>>;
