import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bucketAddressOf } from '../bucket-address.ts';
import { openBucket } from '../bucket/bucket.ts';
import { JobQueueError } from '../database/sql-state.ts';
import { QueryDeadlineError } from '../database/query-deadline.ts';
import { asError, type LogFields } from '../log.ts';
import { createOutages } from './outages.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const withCode = (code: string, error = new Error('no')) => Object.assign(error, { code });
const statement = (cause: Error) =>
  Object.assign(new Error('Failed query', { cause }), { query: 'select', params: [] });

/** Outages whose lines are kept, as level, event and fields. */
function watched() {
  const lines: [string, string, LogFields][] = [];
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push([level, event, fields]);
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  const outages = createOutages({ log, clock: { now: () => new Date(Date.now()) } });
  return { ...outages, lines };
}

test('logs one error for a database outage, and one line when it recovers', async () => {
  const { log, watch, isAway, lines } = watched();
  let isBack = false;
  watch('database', () => (isBack ? Promise.resolve() : Promise.reject(new Error('still away'))));
  const error = statement(withCode('ECONNREFUSED'));
  for (let n = 0; n < 500; n += 1) {
    log.error('page failed', { error });
    log.warn('pruning failed', { error });
  }
  expect(lines).toEqual([['error', 'the database is away', { first: 'page failed', error }]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isAway('database')).toBe(true);
  isBack = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(isAway('database')).toBe(false);
  expect(lines.slice(1)).toEqual([['info', 'the database is back', { awayS: 61, failed: 1000 }]]);
  log.error('page failed', { error });
  expect(lines.at(-1)?.[1]).toBe('the database is away');
});

test('repeats a health check although an earlier one hangs', async () => {
  const { failed, watch, isAway } = watched();
  const asked = vi.fn(() => new Promise(() => {}));
  watch('file store', asked);
  failed('file store', {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.mock.calls.length).toBeGreaterThan(3);
  expect(isAway('file store')).toBe(true);
});

test('checks a service that failed before its check was registered', async () => {
  const { failed, watch, isAway } = watched();
  failed('database', {});
  watch('database', () => Promise.resolve());
  await vi.advanceTimersByTimeAsync(1000);
  expect(isAway('database')).toBe(false);
});

test('runs no checks after the stop', async () => {
  const { failed, watch, stop } = watched();
  const asked = vi.fn(() => Promise.reject(new Error('no')));
  watch('database', asked);
  failed('database', {});
  await vi.advanceTimersByTimeAsync(1500);
  const before = asked.mock.calls.length;
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBe(before);
});

test.each<[string, Error]>([
  ['refused while a transaction began', withCode('ECONNREFUSED')],
  ['shut down by its operator', statement(withCode('57P01'))],
  ['starting', withCode('57P03')],
  ['out of connections', statement(withCode('53300'))],
  ['cut off under a statement', statement(withCode('ECONNRESET'))],
  ['lost by the driver', new Error('Connection terminated unexpectedly')],
  ['lost by the job queue', withCode('ETIMEDOUT', new JobQueueError('read ETIMEDOUT'))],
  ['silent', statement(new QueryDeadlineError('The database did not answer'))],
])('a database that is %s is away', (_how, error) => {
  const { log, lines } = watched();
  log.error('page failed', { error });
  expect(lines[0]?.[1]).toBe('the database is away');
});

test.each<[string, Error]>([
  ['a full disk', withCode('ENOSPC')],
  ['a disk that fails', withCode('EIO')],
  ['a folder that is gone', withCode('EFOLDERGONE')],
])('%s is a file store that is away', (_what, error) => {
  const { log, lines } = watched();
  log.error('upload failed', { error });
  expect(lines[0]?.[1]).toBe('the file store is away');
});

test('an unresponsive object store is an outage of the file store', async () => {
  vi.useRealTimers();
  const { log, lines } = watched();
  const read = bucketAddressOf('s3://key:secret@127.0.0.1:1/studio?tls=off');
  const error: unknown =
    'address' in read
      ? await openBucket(read.address)
          .sizeOf('a')
          .catch((thrown: unknown) => thrown)
      : null;
  log.error('upload failed', { error: asError(error) });
  log.error('upload failed', { error: new Error('An upload could not begin', { cause: error }) });
  expect(lines.map(([, event]) => event)).toEqual(['the file store is away', 'upload failed']);
});

test.each<[string, Error]>([
  ['a statement that the database refuses', statement(withCode('23505'))],
  ['a statement that takes too long', statement(withCode('57014'))],
  ['a visitor who hangs up', withCode('ECONNRESET')],
  ['another server that is away', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') })],
  ['a fault of ours', new TypeError('undefined is not a function')],
])('%s is no outage and is logged as it is', (_what, error) => {
  const { log, lines } = watched();
  log.error('page failed', { error });
  log.error('page failed', { error });
  expect(lines).toEqual([
    ['error', 'page failed', { error }],
    ['error', 'page failed', { error }],
  ]);
});
