import { and, asc, desc, eq, getTableColumns, inArray, or } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { callKinds, calls } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import { isCurrent } from './list-calls.ts';
import { findSettings } from '../times/find-hosts.ts';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

const mostActivity = 50;
const mostRelated = 20;

/** Lists the activity of a call, of the times offered with it and of those that replace it, latest first. */
const listActivityOf = (
  db: Db,
  { id, offerId }: { readonly id: string; readonly offerId: string | null },
) => {
  const together = db
    .select({ id: calls.id })
    .from(calls)
    .where(or(eq(calls.offerId, offerId ?? id), eq(calls.replacesId, id)));
  return db
    .select()
    .from(activity)
    .where(or(eq(activity.subjectId, id), inArray(activity.subjectId, together)))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(mostActivity);
};

/** Lists the call that this one replaces, and the current ones that replace it, earliest first. */
const listRelated = (
  db: Db,
  now: Date,
  { id, replacesId }: { readonly id: string; readonly replacesId: string | null },
) =>
  db
    .select({
      id: calls.id,
      state: calls.state,
      startsAt: calls.startsAt,
      replacesId: calls.replacesId,
      holdUntil: calls.holdUntil,
    })
    .from(calls)
    .where(
      or(
        replacesId === null ? undefined : eq(calls.id, replacesId),
        and(eq(calls.replacesId, id), isCurrent(now)),
      ),
    )
    .orderBy(asc(calls.startsAt), asc(calls.id))
    .limit(mostRelated);

/** Finds the data of a call's page at the desk; null if there is no such call. */
export async function findCall(db: Db, now: Date, callId: string) {
  const [found] = await db
    .select({
      call: getTableColumns(calls),
      kind: { name: callKinds.name, place: callKinds.place },
      host: { name: people.name, timeZone: hostZone, disabledAt: people.disabledAt },
      lead: { id: leads.id, name: leads.name },
      client: { id: clients.id, name: clients.name },
      project: { id: projects.id, name: projects.name },
      typed: { form: submissions.form, fields: submissions.fields },
    })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .innerJoin(people, eq(people.id, calls.hostId))
    .leftJoin(callKinds, eq(callKinds.id, calls.kindId))
    .leftJoin(leads, eq(leads.id, calls.leadId))
    .leftJoin(clients, eq(clients.id, calls.clientId))
    .leftJoin(projects, eq(projects.id, calls.projectId))
    .leftJoin(submissions, eq(submissions.id, calls.submissionId))
    .where(eq(calls.id, callId));
  if (!found) return null;
  const settings = await findSettings(db);
  return {
    ...found,
    place: found.kind?.place || settings.place,
    related: await listRelated(db, now, found.call),
    activity: await listActivityOf(db, found.call),
  };
}

export type CallDetails = NonNullable<Awaited<ReturnType<typeof findCall>>>;
