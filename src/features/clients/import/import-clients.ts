import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { requestSignInMails } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isRace, RaceError } from '#src/platform/database/sql-state.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { type RowPerson, findExisting, planImport, rowsOf, type ImportPlan } from './plan-import.ts';
import type { SourceRow } from './source-rows.ts';

/** Mail servers reject hundreds of emails at once or treat the sender as a spammer. */
export const mailsPerMinute = 20;

type Import = {
  readonly rows: readonly SourceRow[];
  /** The hash of the displayed plan. */
  readonly seen: string;
  /** True to email each new person a sign-in link. */
  readonly isInviting: boolean;
};

export type ImportSums = {
  readonly clients: number;
  readonly people: number;
  /** Number of people who get an email. */
  readonly mails: number;
};

type Imported = Outcome<'changed', { readonly sums: ImportSums }>;

/** The people of a new or existing client. */
type Group = { readonly clientId: string; readonly name: string; readonly people: readonly RowPerson[] };

/** Returns the new clients with their people; without a company, a client gets the person's name. */
function newGroupsOf(plan: ImportPlan): Group[] {
  const byLine = Map.groupBy(rowsOf(plan, 'new'), ({ line }) => line);
  return [...byLine.values()].map((rows) => {
    const [first] = rows;
    const name = first?.person.company || (first?.person.name ?? '');
    return { clientId: uuidv7(), name, people: rows.map(({ person }) => person) };
  });
}

function joinedGroupsOf(plan: ImportPlan): Group[] {
  const byClient = Map.groupBy(rowsOf(plan, 'joining'), ({ clientId }) => clientId);
  return [...byClient].map(([clientId, rows]) => ({
    clientId,
    name: rows[0]?.clientName ?? '',
    people: rows.map(({ person }) => person),
  }));
}

/** Locks the existing clients in the usual lock order. Throws if one was deleted since planning. */
async function lockJoined(tx: Db, joined: readonly Group[]): Promise<void> {
  for (const { clientId } of joined.toSorted((a, b) => (a.clientId < b.clientId ? -1 : 1)))
    if (!(await lockClient(tx, clientId))) throw new RaceError('A client of the plan is gone');
}

const countDetails = ({ people: { length } }: Group) => ({ count: String(length) });

async function writeGroups(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { made, joined }: { readonly made: readonly Group[]; readonly joined: readonly Group[] },
): Promise<void> {
  const now = services.clock.now();
  const newClients = made.map(({ clientId: id, name }) => ({ id, name, createdAt: now }));
  if (newClients.length > 0) await tx.insert(clients).values(newClients);
  const newPeople = [...made, ...joined].flatMap((group) =>
    group.people.map(({ name, email, emailKey, permission }) => ({
      id: uuidv7(),
      role: 'client' as const,
      clientId: group.clientId,
      name,
      email,
      emailKey,
      permission,
      createdAt: now,
    })),
  );
  await tx.insert(people).values(newPeople);
  const kind = 'people-imported';
  const by = { actorId: actor.id, actorName: actor.name, at: now, kind };
  const entries = made.map((group) => ({
    ...by,
    id: uuidv7(),
    clientId: group.clientId,
    subjectId: group.clientId,
    details: countDetails(group),
  }));
  if (entries.length > 0) await tx.insert(activity).values(entries);
  for (const group of joined) {
    const { clientId } = group;
    const change = { clientId, projectId: null, subjectId: clientId, details: countDetails(group) };
    await announce(tx, services, actor, { kind, ...change });
  }
}

/** Returns the sign-in emails for these people, spread over time. */
const invitationsOf = (invited: readonly RowPerson[], now: Date) =>
  invited.map(({ emailKey }, n) => ({
    emailKey,
    reason: 'added' as const,
    next: '/portal',
    startAfter: new Date(now.getTime() + (n * minuteMs) / mailsPerMinute),
  }));

/**
 * Creates the clients and people of a table in one transaction, without the excluded rows; emails are queued as its
 * jobs. Returns `changed` and does nothing if any row's result would differ from the preview.
 */
export async function importClients(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { rows, seen, isInviting }: Import,
): Promise<Imported> {
  const importing = db.transaction(async (tx): Promise<Imported> => {
    // Two concurrent imports would each create the same company.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import of clients'))`);
    const plan = planImport(rows, await findExisting(tx, rows));
    const [made, joined] = [newGroupsOf(plan), joinedGroupsOf(plan)];
    const all = [...made, ...joined].flatMap((group) => group.people);
    if (plan.hash !== seen || all.length === 0) return { ok: false, reason: 'changed' };
    await lockJoined(tx, joined);
    await writeGroups(tx, services, actor, { made, joined });
    const now = services.clock.now();
    const invitations = isInviting ? invitationsOf(all, now) : [];
    await requestSignInMails(tx, { jobs: services.jobs, now }, invitations);
    return { ok: true, sums: { clients: made.length, people: all.length, mails: invitations.length } };
  });
  return importing.catch((error: unknown) => {
    // An address was taken or a client deleted between planning and writing.
    if (isRace(error)) return { ok: false, reason: 'changed' };
    throw error;
  });
}
