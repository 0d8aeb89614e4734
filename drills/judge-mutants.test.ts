import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conditionsOf } from './guards.ts';
import { brokenBy, brokenByCounts } from './judge-mutants.ts';
import { unnoticedConditions } from './unnoticed-conditions.ts';

const [exception] = unnoticedConditions;
const guard = { file: 'src/features/clients/a.ts', line: 3, original: 'eq(files.clientId, clientId)' };
const counts = { all: 300, tried: 300, killed: 299 };

test('one guard that no test notices breaks the promise, however many are noticed', () => {
  for (const part of ['rules', 'conditions'])
    expect(brokenBy(part, counts, { tried: [guard], survivors: [guard] })).toEqual([
      'no test notices that this is gone: src/features/clients/a.ts:3 eq(files.clientId, clientId)',
    ]);
  expect(brokenBy('rules', { ...counts, killed: 300 }, { tried: [guard], survivors: [] })).toEqual([]);
  expect(brokenBy('conditions', { all: 0, tried: 0, killed: 0 }, { tried: [], survivors: [] })).toEqual([
    'no conditions were tried',
  ]);
});

test('a condition with a reason may stay unnoticed, until a test notices it', () => {
  const named = { line: 1, ...exception, file: exception?.file ?? '', original: exception?.original ?? '' };
  expect(brokenBy('conditions', counts, { tried: [named], survivors: [named] })).toEqual([]);
  expect(brokenBy('conditions', counts, { tried: [named], survivors: [] })).toEqual([
    `a test notices it, so it is no exception: ${named.file} ${named.original}`,
  ]);
});

test('each exception is a condition that is there once', () => {
  for (const { file, original } of unnoticedConditions) {
    const { guards } = conditionsOf(readFileSync(file, 'utf8'), '');
    expect(
      guards.filter((one) => one.original === original),
      `${file} ${original}`,
    ).toHaveLength(1);
  }
});

test('where only a sample of the mutants was tried, the share noticed has to reach 85 % even at the low end of its margin of error', () => {
  expect(brokenByCounts('accounts', { all: 1755, tried: 200, killed: 188 })).toEqual([]);
  expect(brokenByCounts('leads', { all: 1703, tried: 200, killed: 176 })).toEqual([
    'of the mutants of leads 88.0 ± 4.2 % were noticed, which may be less than 85 %',
  ]);
  expect(brokenByCounts('portal', { all: 151, tried: 151, killed: 128 })).toHaveLength(1);
  expect(brokenByCounts('portal', { all: 151, tried: 151, killed: 129 })).toEqual([]);
  expect(brokenByCounts('portal', { all: 0, tried: 0, killed: 0 })).toHaveLength(1);
});
