import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { mailPreferences, people, type MailPreference } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { MailTime } from '../kinds/kind.ts';

/** What a team member chooses their emails by. */
export const memberMailKinds = [
  'messages',
  'comments',
  'mentions',
  'decisions',
  'files',
  'leads',
  'calls',
  'payments',
] as const;

export type MemberMailKind = (typeof memberMailKinds)[number];

/** As delivered the team's inbox has everything, and a member is emailed when mentioned. */
export const usualTiming = (kind: MemberMailKind): MailPreference =>
  kind === 'mentions' ? 'at-once' : 'none';

/** The kind of each change that the team is emailed about, and of what visitors do. */
const kindOfItem: Readonly<Record<string, MemberMailKind>> = {
  'message-sent': 'messages',
  'comment-added': 'comments',
  'comment-replied': 'comments',
  'guest-commented': 'comments',
  'member-mentioned': 'mentions',
  'file-approved': 'decisions',
  'changes-requested': 'decisions',
  'file-sent': 'files',
  'upload-request-done': 'files',
  'lead-received': 'leads',
  'visitor-booked': 'calls',
  'visitor-moved': 'calls',
  'visitor-cancelled': 'calls',
  'invoice-reported': 'payments',
  'invoice-withdrawn': 'payments',
};

/** Returns the kind of an email item; null if members cannot choose it. */
export const memberMailKindOf = (kind: string): MemberMailKind | null =>
  Object.hasOwn(kindOfItem, kind) ? (kindOfItem[kind] ?? null) : null;

const timing = text({ enum: mailPreferences }).notNull();

/** What a team member has chosen for a kind. */
const memberEmailKinds = pgTable(
  'member_email_kinds',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    kind: text().$type<MemberMailKind>().notNull(),
    timing,
  },
  (table) => [primaryKey({ columns: [table.personId, table.kind] })],
);

/** What a team member has chosen for everything in a project. The reference to `projects` is in the migration. */
const memberEmailProjects = pgTable(
  'member_email_projects',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').notNull(),
    timing,
  },
  (table) => [primaryKey({ columns: [table.personId, table.projectId] })],
);

/** A team member's choices. */
export type MemberEmails = {
  readonly kinds: Readonly<Record<MemberMailKind, MailPreference>>;
  readonly projects: ReadonlyMap<string, MailPreference>;
};

/** Finds the choices of a team member. */
export async function findMemberEmails(db: Db, personId: string): Promise<MemberEmails> {
  const rows = await db.select().from(memberEmailKinds).where(eq(memberEmailKinds.personId, personId));
  const chosen = new Map(rows.map((row) => [row.kind, row.timing]));
  const projects = await db
    .select()
    .from(memberEmailProjects)
    .where(eq(memberEmailProjects.personId, personId));
  return {
    kinds: Object.fromEntries(
      memberMailKinds.map((kind) => [kind, chosen.get(kind) ?? usualTiming(kind)]),
    ) as Record<MemberMailKind, MailPreference>,
    projects: new Map(projects.map((row) => [row.projectId, row.timing])),
  };
}

/** Returns when a member with these choices is emailed about an item: by its project, or else by its kind. */
export function timingOf(
  { kinds, projects }: MemberEmails,
  { kind, projectId }: { readonly kind: string; readonly projectId: string | null },
): MailPreference {
  const ofProject = projectId === null ? undefined : projects.get(projectId);
  const chosen = memberMailKindOf(kind);
  return ofProject ?? (chosen === null ? 'at-once' : kinds[chosen]);
}

/** A team member who is emailed about something. */
type WantedBy = { readonly personId: string; readonly timing: Exclude<MailPreference, 'none'> };

/** Lists the active team members who want emails about a kind in a project, except one, in the order of their ids. */
export async function listWanting(
  tx: Db,
  {
    kind,
    projectId,
    except,
  }: { readonly kind: MemberMailKind; readonly projectId: string | null; readonly except: readonly string[] },
): Promise<WantedBy[]> {
  const found = await tx
    .select({
      personId: people.id,
      timing: sql<MailPreference>`coalesce(${memberEmailProjects.timing}, ${memberEmailKinds.timing}, ${usualTiming(kind)})`,
    })
    .from(people)
    .leftJoin(
      memberEmailKinds,
      and(eq(memberEmailKinds.personId, people.id), eq(memberEmailKinds.kind, kind)),
    )
    .leftJoin(
      memberEmailProjects,
      and(
        eq(memberEmailProjects.personId, people.id),
        projectId === null ? sql`false` : eq(memberEmailProjects.projectId, projectId),
      ),
    )
    .where(
      and(
        eq(people.role, 'team'),
        isNull(people.disabledAt),
        // Only some members see amounts.
        kind === 'payments' ? eq(people.canSeeMoney, true) : undefined,
        or(
          sql`${memberEmailKinds.timing} is not null`,
          sql`${memberEmailProjects.timing} is not null`,
          sql`${usualTiming(kind)} <> 'none'`,
        ),
      ),
    )
    .orderBy(asc(people.id));
  return found.flatMap((row) =>
    row.timing === 'none' || except.includes(row.personId)
      ? []
      : [{ personId: row.personId, timing: row.timing }],
  );
}

/** When an item that is emailed to a member at once leaves. */
export const memberMailTime: Readonly<Record<MemberMailKind, MailTime>> = {
  messages: 'conversation',
  comments: 'conversation',
  mentions: 'conversation',
  decisions: 'at-once',
  files: 'batch',
  leads: 'at-once',
  calls: 'at-once',
  payments: 'at-once',
};

/** Saves a member's choices for all kinds, in the caller's transaction. */
export async function saveMemberKinds(
  tx: Db,
  personId: string,
  kinds: Readonly<Record<MemberMailKind, MailPreference>>,
): Promise<void> {
  const rows = memberMailKinds.map((kind) => ({ personId, kind, timing: kinds[kind] }));
  await tx
    .insert(memberEmailKinds)
    .values(rows)
    .onConflictDoUpdate({
      target: [memberEmailKinds.personId, memberEmailKinds.kind],
      set: { timing: sql`excluded.timing` },
    });
}

/** Saves a member's choice for a project, in the caller's transaction; null removes it. */
export async function saveMemberProject(
  tx: Db,
  { personId, projectId }: { readonly personId: string; readonly projectId: string },
  chosen: MailPreference | null,
): Promise<void> {
  const { personId: ofPerson, projectId: ofProject } = memberEmailProjects;
  if (chosen === null) {
    await tx.delete(memberEmailProjects).where(and(eq(ofPerson, personId), eq(ofProject, projectId)));
    return;
  }
  await tx
    .insert(memberEmailProjects)
    .values({ personId, projectId, timing: chosen })
    .onConflictDoUpdate({ target: [ofPerson, ofProject], set: { timing: chosen } });
}
