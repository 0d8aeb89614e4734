import { and, desc, eq, type SQLWrapper } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill } from '#src/platform/fill.ts';
import { dayText, momentDayText } from '#src/workspace/moment-text.ts';

/** A part of a query that is joined to each of its projects: `at`, when it was delivered; nothing unless it is. */
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

type Dates = { readonly deliveredAt: Date | null; readonly dueOn: string | null };

/** When a project was delivered, or when it is due. */
export function projectDayText(
  { deliveredAt, dueOn }: Dates,
  words: { readonly due: string; readonly noDue: string; readonly delivered: string },
): string {
  if (deliveredAt) return fill(words.delivered, { day: momentDayText(deliveredAt) });
  return dueOn === null ? words.noDue : fill(words.due, { day: dayText(dueOn) });
}
