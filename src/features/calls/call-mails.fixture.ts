import { ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { bookCall } from './booking/book-call.ts';
import type { Call } from './call.table.ts';
import { makeHosts, makeLead } from './times/calls.fixture.ts';
import { findSlot, lockTimes } from './times/find-slot.ts';
import { outboxJobOn } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { OutboxJob } from '#src/features/notifications/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';

/** The secret that the outbox uses in tests. */
const secret = 'a secret of the tests';

export const visitorEmail = 'visitor@visitor.example';

type Waiting = { readonly atMs: number; readonly data: OutboxJob };

/**
 * A studio with a test-controlled clock. Jobs wait until they are due; two workers then share them, and each job runs
 * a second time. `sent` lists the emails in order.
 */
export function startClockwork(db: Db, start: Date) {
  let nowMs = start.getTime();
  const clock = { now: () => new Date(nowMs) };
  const waiting: Waiting[] = [];
  const done: Waiting[] = [];
  const sent: { mail: Mail; at: Date }[] = [];
  const enqueue = async (_tx: Db, requests: readonly JobRequest[]) =>
    void waiting.push(
      ...requests.map(({ data, startAfter }) => ({
        atMs: startAfter?.getTime() ?? nowMs,
        data: data as OutboxJob,
      })),
    );
  const jobs = { enqueue };
  const send = async (mail: Mail) => {
    sent.push({ mail, at: clock.now() });
    return { ok: true as const };
  };
  const workers = [1, 2].map(() => outboxJobOn(db, { clock, mailer: { send }, jobs }));

  async function runAll(worker: (typeof workers)[number], ready: Waiting[]): Promise<void> {
    for (let job = ready.shift(); job; job = ready.shift()) {
      await worker.run(job.data, { id: job.data.mailId, attempt: 1 });
      done.push(job);
    }
  }

  /** Moves the clock, running each due job at its time. */
  async function moveTo(moment: Date): Promise<void> {
    for (;;) {
      const due = Math.min(...waiting.map(({ atMs }) => atMs));
      if (due > moment.getTime()) break;
      nowMs = Math.max(nowMs, due);
      const ready = waiting.filter(({ atMs }) => atMs <= nowMs);
      waiting.splice(0, waiting.length, ...waiting.filter(({ atMs }) => atMs > nowMs));
      await Promise.all(workers.map((worker) => runAll(worker, ready)));
      // Runs each settled job again, as a queue does when it is restarted before a job is marked done. A waiting
      // email has a new job.
      const settled = await db.select({ id: outbox.id }).from(outbox).where(ne(outbox.state, 'queued'));
      for (const { data } of done.splice(0))
        if (settled.some(({ id }) => id === data.mailId))
          await workers[0]?.run(data, { id: data.mailId, attempt: 2 });
    }
    nowMs = moment.getTime();
  }

  /** Moves the clock without running jobs, as if the server were off. */
  function stopUntil(moment: Date): void {
    nowMs = moment.getTime();
  }

  return {
    clock,
    sent,
    moveTo,
    stopUntil,
    services: () => ({ now: clock.now(), jobs, secret }),
    runDue: () => moveTo(clock.now()),
  };
}

export type Clockwork = ReturnType<typeof startClockwork>;

/** Books a call at any time when its host has no other call, as a team member can. */
export const bookAt = (
  db: Db,
  { services }: Pick<Clockwork, 'services'>,
  at: {
    startsAt: Date;
    leadId: string;
    hostId?: string;
    visitorZone?: string;
    name?: string;
    email?: string;
    /** True if the visitor booked it, false if the team did. */
    isVisitors?: boolean;
  },
): Promise<Call> =>
  db.transaction(async (tx) => {
    const { startsAt, leadId, hostId, visitorZone = 'Asia/Kathmandu' } = at;
    const { name = 'Visitor', email = visitorEmail, isVisitors = false } = at;
    await lockTimes(tx);
    const wanted = { startMs: startsAt.getTime(), hostId, visitorZone, mode: 'team' } as const;
    const slot = await findSlot(tx, services().now, wanted);
    if (!slot) throw new Error(`Nobody is free at ${startsAt.toISOString()}`);
    const by = isVisitors ? { id: null, name } : { id: uuidv7(), name: 'Ada' };
    return bookCall(tx, services(), by, slot, { id: uuidv7(), leadId, name, email });
  });

/** A studio with two hosts, a lead and a way to read new emails. */
export async function makeStudio(db: Db, now: Date) {
  const hostIds = await makeHosts(db, now, 2);
  const clockwork = startClockwork(db, now);
  const leadId = await makeLead(db, now);
  /**
   * Runs the due jobs and returns the emails sent since the last call, the visitor's separate from the hosts'.
   */
  const newMails = async () => {
    await clockwork.runDue();
    const mails = clockwork.sent.splice(0).map(({ mail }) => mail);
    const visitors = mails.filter(({ to }) => to === visitorEmail);
    return { visitors, hosts: mails.filter((mail) => !visitors.includes(mail)) };
  };
  return { clockwork, leadId, hostIds, newMails };
}

/** Returns the unfolded lines of an invitation by property name. */
export function linesOf(mail: Mail | undefined): Record<string, string> {
  const lines = (mail?.invitation?.content ?? '').replaceAll('\r\n ', '').split('\r\n');
  return Object.fromEntries(lines.map((line) => line.split(/:(.*)/, 2) as [string, string]));
}
