import { asc, eq, or, sql } from 'drizzle-orm';
import { invitePerson } from '#src/features/accounts/team/invite-person.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import type { AnnounceServices } from '#src/features/notices/announce.ts';
import { createProject } from '#src/features/projects/create-project.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import { endLeadWait } from './end-lead-wait.ts';

export type Converted =
  | { readonly ok: true; readonly personId: string; readonly projectId: string | null }
  | {
      readonly ok: false;
      readonly reason: 'not-found' | 'held' | 'team-member' | 'disabled' | 'no-address';
    };

type Lead = typeof leads.$inferSelect;

type Client = Pick<typeof people.$inferSelect, 'id' | 'role' | 'emailKey' | 'leadId' | 'disabledAt'>;

/** The person whom this lead became before, or else the one who has its address. */
async function findPerson(tx: Db, { id, emailKey }: Lead): Promise<Client | undefined> {
  const [person] = await tx
    .select()
    .from(people)
    .where(or(eq(people.leadId, id), eq(people.emailKey, emailKey)))
    .orderBy(sql`${people.leadId} = ${id} desc nulls last`)
    .limit(1);
  return person;
}

/** The id of the client that a lead becomes: a new one, or the known one of the same address, who is tied to the lead. */
async function findOrMakeClient(tx: Db, now: Date, lead: Lead, known: Client | undefined): Promise<string> {
  const { id: leadId, email, name } = lead;
  if (known) {
    if (known.leadId === null) await tx.update(people).set({ leadId }).where(eq(people.id, known.id));
    return known.id;
  }
  const invited = await invitePerson(tx, now, { role: 'client', email, name, leadId });
  if (!invited.ok) throw new Error('This address became somebody at the same moment');
  return invited.personId;
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
  announcer: AnnounceServices,
  actor: Actor,
  { clientId, name }: { clientId: string; name: string },
): Promise<string> {
  const made = await createProject(tx, announcer, actor, { clientId, name, description: '' });
  if (!made.ok) throw new Error(`A client without a project: ${made.reason}`);
  return made.projectId;
}

async function convertIn(
  tx: Db,
  announcer: AnnounceServices,
  actor: Actor,
  { leadId, projectName }: { leadId: string; projectName: string },
): Promise<Converted> {
  const now = announcer.clock.now();
  // Everybody who converts this lead at the same moment waits here, and then finds it converted.
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  if (!lead) return { ok: false, reason: 'not-found' };
  if (lead.isHeld) return { ok: false, reason: 'held' };
  if (mailAddressOf(lead.email) === null) return { ok: false, reason: 'no-address' };
  const known = await findPerson(tx, lead);
  if (known?.role === 'team') return { ok: false, reason: 'team-member' };
  const wasMadeBefore = known?.leadId === leadId;
  if (wasMadeBefore && lead.status === 'converted')
    return { ok: true, personId: known.id, projectId: await firstProjectOf(tx, known.id) };
  if (known && known.disabledAt !== null) return { ok: false, reason: 'disabled' };
  const clientId = await findOrMakeClient(tx, now, lead, known);
  await tx.update(leads).set({ status: 'converted' }).where(eq(leads.id, leadId));
  await endLeadWait(tx, now, actor, leadId);
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
  return { ok: true, personId: clientId, projectId };
}

/**
 * Makes a client of a lead, in one transaction: the person, their first project, the status, the record and the mail with
 * which they sign in. Done twice, or by many at once, it changes nothing more, and everybody gets the same answer.
 */
export async function convertLead(
  db: Db,
  announcer: AnnounceServices,
  actor: Actor,
  conversion: { leadId: string; projectName: string },
): Promise<Converted> {
  return db.transaction((tx) => convertIn(tx, announcer, actor, conversion));
}
