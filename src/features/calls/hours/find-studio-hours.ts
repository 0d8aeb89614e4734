import { desc, inArray } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { findSettings } from '#src/features/calls/times/find-hosts.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listDays } from './change-days.ts';
import { listMeetingKinds } from './change-settings.ts';
import { listHostHours, listOthers } from './find-hours.ts';
import { findNextTimes } from './next-times.ts';

/** The kinds of activity recorded when hours, hosts, kinds, settings and calendars are changed. */
const changes = [
  'call-host-added',
  'call-host-changed',
  'call-hours-changed',
  'call-days-changed',
  'call-feed-renewed',
  'call-calendar-added',
  'call-calendar-removed',
  'call-settings-changed',
  'call-kind-added',
  'call-kind-changed',
  'call-kind-removed',
  'call-holidays-changed',
] as const;

/** How many of the latest changes are shown. */
const mostShown = 20;

const listChanges = (db: Db) =>
  db
    .select()
    .from(activity)
    .where(inArray(activity.kind, [...changes]))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(mostShown);

/** Returns everything that the page of the studio's calls shows: settings, kinds, hosts, holidays, next times and changes. */
export async function findStudioHours(db: Db, now: Date) {
  const today = studioDayOf(now);
  return {
    today,
    settings: await findSettings(db),
    kinds: await listMeetingKinds(db),
    hosts: await listHostHours(db),
    others: await listOthers(db),
    holidays: await listDays(db, null, today),
    times: await findNextTimes(db, now),
    changes: await listChanges(db),
  };
}

export type StudioHours = Awaited<ReturnType<typeof findStudioHours>>;
