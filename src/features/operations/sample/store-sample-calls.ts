import sample from '#content/sample.yaml';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { storeCall } from '#src/features/calls/booking/book-call.ts';
import { callKinds } from '#src/features/calls/call.table.ts';
import { callHosts, callHours } from '#src/features/calls/host.table.ts';
import { listFreeTimes } from '#src/features/calls/times/find-hosts.ts';
import { findSlot, lockTimes } from '#src/features/calls/times/find-slot.ts';
import type { Db } from '#src/platform/database/database.ts';
import { sampleIdOf, sampleMeetingKindId } from './sample-ids.ts';
import { sampleClientOf, samplePersonOf } from './sample-people.ts';

const { timeZone } = studioCalendar;

const hostRows = (): (typeof callHosts.$inferInsert)[] =>
  sample.hosts.map(({ key, dailyMost }) => ({ personId: samplePersonOf(key).id, dailyMost }));

const hoursRows = (): (typeof callHours.$inferInsert)[] =>
  sample.hosts.flatMap(({ key, weekdays, hours }) =>
    weekdays.flatMap((weekday) =>
      hours.map(([fromMinute, toMinute]) => ({
        hostId: samplePersonOf(key).id,
        weekday,
        fromMinute,
        toMinute,
      })),
    ),
  );

type SampleMeeting = (typeof sample)['meetings'][number];

/** Returns the host's first free time on the given one of their working days, or null. */
async function findStart(tx: Db, now: Date, { host, workday }: SampleMeeting): Promise<number | null> {
  const { times } = await listFreeTimes(tx, now, { lengthMin: sample.meetingKind.lengthMin });
  const theirs = times.filter(({ hostIds }) => hostIds.includes(samplePersonOf(host).id));
  const byDay = Map.groupBy(theirs, ({ startMs }) => studioCalendar.dayOf(new Date(startMs)));
  return [...byDay.values()][workday - 1]?.[0]?.startMs ?? null;
}

/** Stores the sample's hosts, their hours and their calls, without sending emails. */
export async function storeSampleCalls(
  tx: Db,
  made: { readonly secret: string; readonly now: Date },
): Promise<void> {
  const { now } = made;
  await tx.insert(callHosts).values(hostRows());
  await tx.insert(callHours).values(hoursRows());
  const kindId = sampleMeetingKindId;
  const { lengthMin } = sample.meetingKind;
  await tx.insert(callKinds).values({ id: kindId, ...sample.meetingKind });
  await lockTimes(tx);
  for (const meeting of sample.meetings) {
    const startMs = await findStart(tx, now, meeting);
    const hostId = samplePersonOf(meeting.host).id;
    const slot =
      startMs === null
        ? null
        : await findSlot(tx, now, { startMs, visitorZone: timeZone, lengthMin, hostId });
    if (!slot) throw new Error(`${meeting.host} has no time for a meeting of content/sample.yaml`);
    const { name, email, clientId } = sampleClientOf(meeting.client);
    const projectId = sampleIdOf('project', meeting.project);
    const id = sampleIdOf('meeting about project', meeting.project);
    await storeCall(tx, made, slot, { id, kindId, name, email, clientId, projectId });
  }
}
