import { and, desc, eq, inArray, notInArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { projects } from './project.table.ts';
import { fill } from '#src/platform/fill.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';

/** Returns a subquery to join laterally: `at` is when a project was delivered, null unless it is. */
export const whenDelivered = (
  db: Db,
  { id, status }: { readonly id: SQLWrapper; readonly status: SQLWrapper },
) =>
  db
    .select({ at: activity.at })
    .from(activity)
    .where(and(eq(activity.projectId, id), eq(activity.kind, 'project-moved'), eq(status, 'delivered')))
    .orderBy(desc(activity.at))
    .limit(1)
    .as('moved');

const openFiles = (state: SQL) =>
  sql<number>`(select count(*) from files
  where files.project_id = "projects"."id" and files.superseded_by is null and files.format_of is null
    and not exists (select from file_approvals where file_id = files.id) and ${state})`.mapWith(Number);

const isToChange = sql`exists (select from change_requests where file_id = files.id and closed_at is null)`;

/** How many files wait for approval, and for changes: columns for a query on `projects`. */
export const fileStateCounts = {
  waitingFiles: openFiles(sql`files.needs_approval and not ${isToChange}`).as('waiting_files'),
  filesToChange: openFiles(isToChange).as('files_to_change'),
};

type Dates = { readonly deliveredAt: Date | null; readonly dueOn: string | null };

/** Returns the text of when a project was delivered or is due. */
export function projectDayText(
  { deliveredAt, dueOn }: Dates,
  words: { readonly due: string; readonly noDue: string; readonly delivered: string },
): string {
  if (deliveredAt) return fill(words.delivered, { day: momentDayText(deliveredAt) });
  return dueOn === null ? words.noDue : fill(words.due, { day: dayText(dueOn) });
}

/** The latest activity in a project, newest first: of these kinds, or of every kind but those in `without`; with `clientId` of this client's alone. */
export const listProjectActivity = (
  db: Db,
  projectId: string,
  {
    limit,
    kinds,
    without,
    clientId,
  }: {
    readonly limit: number;
    readonly kinds?: readonly string[];
    readonly without?: ReadonlySet<string>;
    readonly clientId?: string;
  },
) =>
  db
    .select({
      id: activity.id,
      at: activity.at,
      actorId: activity.actorId,
      actorName: activity.actorName,
      kind: activity.kind,
      details: activity.details,
    })
    .from(activity)
    .where(
      and(
        eq(activity.projectId, projectId),
        clientId === undefined ? undefined : eq(activity.clientId, clientId),
        kinds && inArray(activity.kind, [...kinds]),
        without && notInArray(activity.kind, [...without]),
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(limit);

export type ProjectActivityEntry = Awaited<ReturnType<typeof listProjectActivity>>[number];

/** The names of those of these projects that there are, by id. */
export async function listProjectNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { id, name } = projects;
  const rows = await db
    .select({ id, name })
    .from(projects)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((project) => [project.id, project.name]));
}
