import { findSettings } from '#src/features/calls/times/find-hosts.ts';
import { studioDayOf } from '#src/features/site/studio-calendar.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listDays } from './change-days.ts';
import { listKinds } from './change-settings.ts';
import { listHostHours, listOthers } from './find-hours.ts';
import { findNextTimes } from './next-times.ts';

/** What the page shows that says how calls are given out. */
export async function findStudioHours(db: Db, now: Date) {
  const today = studioDayOf(now);
  return {
    today,
    settings: await findSettings(db),
    kinds: await listKinds(db),
    hosts: await listHostHours(db),
    others: await listOthers(db),
    holidays: await listDays(db, null, today),
    times: await findNextTimes(db, now),
  };
}

export type StudioHours = Awaited<ReturnType<typeof findStudioHours>>;
