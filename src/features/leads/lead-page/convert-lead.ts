import { and, asc, desc, eq, not, or, sql } from 'drizzle-orm';
import { insertClient } from '#src/features/accounts/team/invite-person.ts';
import { isClientOfLead } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { leads, submissions } from '../lead.table.ts';
import { lockLead, clearLeadWait } from './change-lead.ts';
import { createProject } from '#src/features/projects/projects.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';

export type Converted =
  | { readonly ok: true; readonly clientId: string; readonly projectId: string | null }
  | {
      readonly ok: false;
      readonly reason: 'not-found' | 'held' | 'team-member' | 'disabled' | 'no-address';
    };

type Lead = typeof leads.$inferSelect;

type Known = Pick<typeof people.$inferSelect, 'clientId' | 'emailKey' | 'disabledAt'> & {
  readonly leadId: string | null;
  /** True if an earlier conversion of this lead created the client. */
  readonly wasThisLead: boolean;
};

/**
 * Returns the recipient of the email about the new project: a person of the client this lead became before, preferably
 * with the lead's address, or else anyone with that address. Undefined if there is none.
 */
async function findPerson(tx: Db, { id, emailKey }: Lead): Promise<Known | undefined> {
  const hasAddress = eq(people.emailKey, emailKey);
  const wasThisLead = sql<boolean>`coalesce(${isClientOfLead(tx, id)}, false)`;
  const { clientId, disabledAt, emailKey: key, permission, createdAt } = people;
  const [person] = await tx
    .select({ clientId, disabledAt, emailKey: key, leadId: clients.leadId, wasThisLead })
    .from(people)
    .leftJoin(clients, eq(clients.id, clientId))
    .where(or(wasThisLead, hasAddress))
    .orderBy(
      desc(wasThisLead),
      desc(hasAddress),
      sql`${disabledAt} is not null`,
      asc(permission),
      asc(createdAt),
    )
    .limit(1);
  return person;
}

/** Returns the company that a lead named last, on one line; empty if none. Ignores held submissions. */
async function companyOf(tx: Db, leadId: string): Promise<string> {
  const company = sql<string>`${submissions.fields} ->> 'company'`;
  const sent = await tx
    .select({ company })
    .from(submissions)
    .where(and(eq(submissions.leadId, leadId), not(submissions.isHeld), sql`${company} ~ '[^[:space:]]'`))
    .orderBy(desc(submissions.createdAt), desc(submissions.id));
  return sent.map((one) => one.company.replaceAll(/\s+/g, ' ').trim()).find(Boolean) ?? '';
}

/**
 * Returns the id of the lead's client: a new one, or the existing one with the same address, which is linked to the
 * lead.
 */
async function findOrMakeClient(
  tx: Db,
  now: Date,
  { id: leadId, email, name }: Lead,
  known: { readonly clientId: string; readonly leadId: string | null } | undefined,
): Promise<string> {
  if (known) {
    const { clientId } = known;
    if (known.leadId === null) await tx.update(clients).set({ leadId }).where(eq(clients.id, clientId));
    return clientId;
  }
  const company = await companyOf(tx, leadId);
  const made = await insertClient(tx, now, { email, name, leadId, ...(company && { clientName: company }) });
  if (!made.ok) throw new Error('This address became somebody at the same moment');
  return made.clientId;
}

async function firstProjectOf(tx: Db, clientId: string): Promise<string | null> {
  const [first] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.createdAt), asc(projects.number))
    .limit(1);
  return first?.id ?? null;
}

async function createFirstProject(
  tx: Db,
  announcer: QueueServices,
  actor: Actor,
  { clientId, name }: { clientId: string; name: string },
): Promise<string> {
  const made = await createProject(tx, announcer, actor, { clientId, name, description: '' });
  if (!made.ok) throw new Error(`A client without a project: ${made.reason}`);
  return made.projectId;
}

async function convertIn(
  tx: Db,
  announcer: QueueServices,
  actor: Actor,
  { leadId, projectName }: { leadId: string; projectName: string },
): Promise<Converted> {
  const now = announcer.clock.now();
  // Concurrent conversions of this lead wait here and then find it converted.
  const lead = await lockLead(tx, leadId);
  if (!lead) return { ok: false, reason: 'not-found' };
  if (lead.isHeld) return { ok: false, reason: 'held' };
  if (mailAddressOf(lead.email) === null) return { ok: false, reason: 'no-address' };
  const person = await findPerson(tx, lead);
  if (person?.clientId === null) return { ok: false, reason: 'team-member' };
  const known = person && { ...person, clientId: person.clientId };
  const wasMadeBefore = known?.wasThisLead === true;
  if (wasMadeBefore && lead.status === 'converted')
    return { ok: true, clientId: known.clientId, projectId: await firstProjectOf(tx, known.clientId) };
  if (known && known.disabledAt !== null) return { ok: false, reason: 'disabled' };
  const clientId = await findOrMakeClient(tx, now, lead, known);
  await tx.update(leads).set({ status: 'converted' }).where(eq(leads.id, leadId));
  await clearLeadWait(tx, now, actor, leadId);
  const projectId = wasMadeBefore
    ? await firstProjectOf(tx, clientId)
    : await createFirstProject(tx, announcer, actor, { clientId, name: projectName });
  const about = { leadId, clientId, projectId };
  await recordActivity(tx, now, actor, {
    kind: 'lead-converted',
    ...about,
    details: { project: projectName },
  });
  const next = projectId === null ? null : `/portal/projects/${projectId}`;
  const asked = { emailKey: known?.emailKey ?? lead.emailKey, reason: 'welcome', next } as const;
  await requestSignInMail(tx, { jobs: announcer.jobs, now }, asked);
  return { ok: true, clientId, projectId };
}

/**
 * Converts a lead in one transaction: client, person, first project, status, activity record and the sign-in email.
 * Repeated or concurrent calls change nothing and return the same result.
 */
export async function convertLead(
  db: Db,
  announcer: QueueServices,
  actor: Actor,
  conversion: { leadId: string; projectName: string },
): Promise<Converted> {
  return db.transaction((tx) => convertIn(tx, announcer, actor, conversion));
}
