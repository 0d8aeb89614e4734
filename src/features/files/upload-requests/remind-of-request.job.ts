import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import notices from '#content/notices.yaml';
import site from '#content/site.yaml';
import { announce } from '#src/features/notifications/announce.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import { daysAfter, type Calendar } from '#src/platform/calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import type { RetryPolicy } from '#src/platform/jobs/retry-policy.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { dayText } from '#src/workspace/time-text.ts';
import { uploadRequests } from './upload-request.table.ts';

export const requestReminderQueue = 'upload-request-reminder';

type ReminderJob = { readonly requestId: string };

/** The job only needs our own database, so it is retried soon and for about two days. */
export const reminderRetry: RetryPolicy = { firstS: 30, longestS: 3600, times: 50 };

/**
 * Returns when a client is reminded: the studio's morning of the day before the deadline (YYYY-MM-DD), or of that day
 * itself; null if both have passed.
 */
export function reminderAt(calendar: Calendar, now: Date, dueOn: string): Date | null {
  const mornings = [daysAfter(dueOn, -1), dueOn].map((day) => calendar.momentAt(day, notices.daily.hour));
  return mornings.find((morning) => morning > now) ?? null;
}

type ReminderServices = QueueServices & { readonly calendar?: Calendar };

/** Queues the job that reminds the client of a request, once for each of its deadlines. */
export async function planReminder(
  tx: Db,
  { clock, jobs, calendar = studioCalendar }: ReminderServices,
  { requestId, dueOn }: { readonly requestId: string; readonly dueOn: string },
): Promise<void> {
  const startAfter = reminderAt(calendar, clock.now(), dueOn);
  const data: ReminderJob = { requestId };
  if (startAfter) await jobs.enqueue(tx, [{ queue: requestReminderQueue, id: uuidv7(), data, startAfter }]);
}

/** Reminds a client of a request that is open, due soon, and of which they were not reminded. */
async function remind(tx: Db, services: ReminderServices, requestId: string): Promise<void> {
  const isIt = eq(uploadRequests.id, requestId);
  const [known] = await tx.select({ projectId: uploadRequests.projectId }).from(uploadRequests).where(isIt);
  const project = known && (await lockProject(tx, known.projectId));
  if (!project) return;
  const [request] = await tx.select().from(uploadRequests).where(isIt).for('update');
  if (request?.state !== 'open' || request.remindedAt !== null) return;
  const { clock, calendar = studioCalendar } = services;
  // Planned for an earlier deadline.
  if (calendar.momentAt(daysAfter(request.dueOn, -1), notices.daily.hour) > clock.now()) return;
  await tx.update(uploadRequests).set({ remindedAt: services.clock.now() }).where(isIt);
  const { title, dueOn } = request;
  await announce(
    tx,
    services,
    { id: null, name: site.name },
    {
      kind: 'upload-request-reminded',
      clientId: project.clientId,
      projectId: project.id,
      subjectId: requestId,
      details: { project: project.name, request: title, due: dayText(dueOn) },
      notify: 'files-request-due',
    },
  );
}

/** The job that reminds a client of a request for files. */
export const remindOfRequestJob = ({
  db,
  ...services
}: ReminderServices & { readonly db: Db }): JobHandler<ReminderJob> => ({
  async run({ requestId }) {
    try {
      await db.transaction((tx) => remind(tx, services, requestId));
      return { ok: true };
    } catch (error) {
      return { ok: false, permanent: false, reason: describeFailure(error) };
    }
  },
});
