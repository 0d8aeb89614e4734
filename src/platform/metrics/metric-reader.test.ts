import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { MetricGroup } from './metric-group.ts';
import { createMetricReader } from './metric-reader.ts';

const gauges = { late: { help: 'Late.', label: 'queue' }, waiting: { help: 'Waiting.' } };

/** Reads like this; what the registry then says, without what explains it. */
function readerOf(read: MetricGroup['read'], times = { freshMs: 0, answerWithinMs: 10_000 }) {
  const registry = new Registry();
  const look = createMetricReader(registry, { name: 'test', gauges, read }, times);
  const said = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('antinode'));
  return { look, said };
}

test('returns current values and drops those no longer reported', async () => {
  const all = [
    {
      waiting: 3,
      late: [
        { of: 'a', value: 1 },
        { of: 'b', value: 2 },
      ],
    },
    { late: [{ of: 'b', value: 5 }] },
  ];
  const { look, said } = readerOf(async () => all.shift() ?? {});
  await look();
  expect(await said()).toEqual([
    'antinode_measured{what="test"} 1',
    'antinode_late{queue="a"} 1',
    'antinode_late{queue="b"} 2',
    'antinode_waiting 3',
  ]);
  await look();
  expect(await said()).toEqual(['antinode_measured{what="test"} 1', 'antinode_late{queue="b"} 5']);
});

test('requests at about the same time share one reading', async () => {
  let looks = 0;
  const read = async () => ({ waiting: (looks += 1) });
  const { look, said } = readerOf(read, { freshMs: 3_600_000, answerWithinMs: 10_000 });
  await Promise.all([look(), look(), look()]);
  await look();
  expect(await said()).toContain('antinode_waiting 1');
});

test('omits and reports a measure that fails', async () => {
  const all = [{ waiting: 3 }];
  const { look, said } = readerOf(async () => {
    const next = all.shift();
    if (!next) throw new Error('away');
    return next;
  });
  await look();
  await look();
  expect(await said()).toEqual(['antinode_measured{what="test"} 0']);
});

test('a hanging measure delays no other and is not called again meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<{ waiting: number }>();
  let looks = 0;
  const read = () => {
    looks += 1;
    return promise;
  };
  const { look, said } = readerOf(read, { freshMs: 0, answerWithinMs: 1 });
  await look();
  await look();
  expect(looks).toBe(1);
  expect(await said()).toEqual(['antinode_measured{what="test"} 0']);
  resolve({ waiting: 4 });
  await promise;
  await look();
  expect(await said()).toContain('antinode_waiting 4');
});
