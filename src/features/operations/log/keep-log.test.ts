import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { createLog } from '#src/platform/log.ts';
import { countLog, createLogKeeper, listLog, mostAMinute, mostLines, pruneLog } from './keep-log.ts';
import { logLines } from './log.table.ts';

const now = new Date('2026-11-28T20:00:00Z');
const everything = { level: 'info', text: '', before: null } as const;

function keepingLog(at: { now: Date }) {
  const keeper = createLogKeeper();
  const log = createLog({ sink: { write: () => undefined }, clock: { now: () => at.now }, keep: keeper.add });
  return { keeper, log };
}

describeOnEachDatabase('the log of the last day', (open) => {
  test('is redacted, and filtered by level and text', async () => {
    const { db } = await open();
    const { keeper, log } = keepingLog({ now });
    log.info('started', { port: 3000 });
    log.warn('job failed', { reason: '550 <ann@film.example> unknown_100%' });
    log.error('job given up', { queue: 'outbox' });
    await keeper.write(db);
    const eventsOf = async (filter: Partial<Parameters<typeof listLog>[2]>) =>
      (await listLog(db, now, { ...everything, ...filter })).lines.map(({ event }) => event);
    expect(await eventsOf({})).toEqual(['job given up', 'job failed', 'started']);
    expect(await eventsOf({ level: 'warn' })).toEqual(['job given up', 'job failed']);
    expect(await eventsOf({ text: 'UP QUEUE=OUT' })).toEqual(['job given up']);
    expect(await eventsOf({ text: 'unknown_100%' })).toEqual(['job failed']);
    expect(await eventsOf({ text: '_000' })).toEqual([]);
    const { lines } = await listLog(db, now, everything);
    expect(JSON.stringify(lines)).not.toContain('ann@');
    expect(await countLog(db, now)).toEqual({ errors: 1, warnings: 1 });
    expect(await eventsOf({ before: lines[1]?.id ?? 0 })).toEqual(['started']);
  });

  test('keeps no more than a day and the limit', async () => {
    const { db } = await open();
    const line = { level: 'info', process: 'a.1', event: 'x', fields: '' } as const;
    const rows = Array.from({ length: 1000 }, () => ({ ...line, at: now }));
    for (let at = 0; at <= mostLines; at += rows.length) await db.insert(logLines).values(rows);
    await db.insert(logLines).values({ ...line, at: new Date(now.getTime() - dayMs) });
    await pruneLog(db, { clock: { now: () => now } });
    // The last one is counted, and too old.
    expect(await db.$count(logLines)).toBe(mostLines);
  });
});

describeOnEachDatabase('a flood of lines', (open) => {
  test('is cut off each minute, and says so', async () => {
    const { db } = await open();
    const at = { now };
    const { keeper, log } = keepingLog(at);
    for (let n = 0; n < mostAMinute + 7; n += 1) log.warn('slow', { n });
    at.now = new Date(now.getTime() + minuteMs);
    log.info('later');
    await keeper.write(db);
    expect(await db.$count(logLines)).toBe(mostAMinute + 2);
    const { lines } = await listLog(db, at.now, { ...everything, text: 'left out' });
    expect(lines.map(({ fields }) => fields)).toEqual(['lines=7']);
  });

  test('waits, bounded, while the database is unavailable', async () => {
    const { db } = await open();
    const { keeper, log } = keepingLog({ now });
    log.error('the database is away');
    const away = {
      insert: () => ({ values: () => Promise.reject(new Error('away')) }),
    } as unknown as Db;
    await keeper.write(away);
    expect(await db.$count(logLines)).toBe(0);
    await keeper.write(db);
    expect(await db.$count(logLines)).toBe(1);
  });
});
