import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import { findSlot, lockTimes, type WantedSlot } from '../times/find-slot.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { bookCall } from './book-call.ts';
import { cancelCall, moveCall, restoreCall } from './change-call.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');
const services = { now, jobs: { enqueue: () => Promise.resolve() }, secret: 'a secret of tests' };
const visitor = { id: null, name: 'Visitor' };
const team = { actor: { id: uuidv7(), name: 'Ada Brandt' }, isTeams: true };

/** A studio with one host and a 15-minute buffer after calls. */
async function makeStudio({ db }: { readonly db: Db }) {
  await makeHosts(db, now, 1);
  const leadId = await makeLead(db, now);
  /** Books a call `minutes` after ten; null if no host is free. */
  const book = (minutes: number, mode: WantedSlot['mode'] = 'visitor') =>
    db.transaction(async (tx) => {
      await lockTimes(tx);
      const startMs = monday + minutes * minuteMs;
      const slot = await findSlot(tx, now, { startMs, visitorZone: 'UTC', mode });
      const contact = { id: uuidv7(), leadId, name: 'Visitor', email: 'visitor@visitor.example' };
      return slot && bookCall(tx, services, visitor, slot, contact);
    });
  return { db, book };
}

describeOnOneDatabase('a call booked by the team', (open) => {
  test('may be adjacent to another call, but not overlap it', async () => {
    const { book } = await makeStudio(await open());
    expect(await book(0)).not.toBeNull();
    expect(await book(30, 'team'), 'right after it').not.toBeNull();
    expect(await book(-30, 'team'), 'right before it').not.toBeNull();
    expect(await book(15, 'team'), 'within both').toBeNull();
  });

  test('keeps the usual buffers around it, if there is room', async () => {
    const { book } = await makeStudio(await open());
    await book(0, 'team');
    expect(await book(30)).toBeNull();
    expect(await book(60)).not.toBeNull();
  });

  test('can be moved to overlap its own former buffers', async () => {
    const { db, book } = await makeStudio(await open());
    const call = await book(0);
    const moved = await moveCall(db, services, team, call?.id ?? '', { startMs: monday + 20 * minuteMs });
    expect(moved).toMatchObject({ ok: true });
    expect(await book(60), 'its quarter of an hour moved along').toBeNull();
  });

  test('keeps its buffers after it is cancelled and restored', async () => {
    const { db, book } = await makeStudio(await open());
    const call = await book(0);
    const by = { actor: visitor, isTeams: false };
    await cancelCall(db, services, by, call?.id ?? '', '');
    expect(await restoreCall(db, services, by, call?.id ?? '')).toMatchObject({ ok: true });
    expect(await book(30)).toBeNull();
  });
});
