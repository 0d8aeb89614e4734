import { tmpdir } from 'node:os';
import { expect, test } from '@playwright/test';
import { drillCrash } from '../../drills/crash-rounds.ts';
import { drillFullDisk } from '../../drills/full-disk.ts';
import { promises } from '../../drills/input-findings.ts';
import { drillInput } from '../../drills/input-rounds.ts';
import { drillOrder, reasonNotToTrace } from '../../drills/order-trace.ts';
import { findInPolicies } from '../../drills/policy-findings.ts';
import { drillServers } from '../../drills/several-servers.ts';
import { reasonNotToFill } from '../../drills/small-disk.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { installation } from '../harness/spawn-server.ts';

// The short forms of the tests in drills/README.md; the email test is drills/mail.test.ts. The speed of this machine
// decides nothing here.

stopServersAfterEachTest();

test('loses and duplicates nothing acknowledged when the server is killed during writes', async () => {
  const report = await drillCrash(2, { prepare: copyReadyData });
  expect(report?.broken).toEqual([]);
});

test('sends every receipt after its commit has reached the disk', async () => {
  const reason = reasonNotToTrace();
  test.skip(reason !== null, reason ?? '');
  const report = await drillOrder(100, copyReadyData);
  expect(report.violations).toEqual([]);
  expect(report.receipts).toBe(100);
});

test('sends no false receipt on a full disk, and accepts all writes again once there is space', async () => {
  const reason = reasonNotToFill();
  test.skip(reason !== null, reason ?? '');
  const { broken } = await drillFullDisk(1, { fullForMs: 2000, prepare: copyReadyData });
  expect(broken).toEqual([]);
});

// Only `npm run drill:servers` checks that every request is answered meanwhile: that depends on how soon HAProxy
// detects a stop, which may take longer here.
test('loses and duplicates nothing acknowledged, and no event of open pages, while one of two servers behind HAProxy is replaced', async () => {
  const report = await drillServers(2, 'postgres', 'short');
  test.skip(report === null, "HAProxy or PostgreSQL's server programs (initdb) are not installed");
  expect(report).toMatchObject({ lost: 0, storedTwice: 0, mailsOtherId: 0, mailsMissing: 0, missed: 0 });
  for (const [kind, count] of Object.entries(report?.acknowledged ?? {}))
    expect(count, kind).toBeGreaterThan(0);
});

test('has no error and loses nothing with visits, forms, event streams, uploads and slow clients at once', async () => {
  const env = { TEST_DATA_DIR: process.env['TEST_DATA_DIR'] ?? '', TMPDIR: tmpdir() };
  const drill = startServer(env, ['--import=./scripts/yaml-modules.ts', 'drills/load.ts', '1', '0.03']);
  expect(await drill.exited, drill.output()).toBe(0);
});

test('runs no script, emails nobody else and never fails on bad input, and stores unusual valid input', async () => {
  const { broken } = await drillInput(300, 20_261_123, copyReadyData);
  expect(broken).toEqual(Object.fromEntries(promises.map((promise) => [promise, []])));
});

test('has no high finding in the content security policies', async () => {
  const dataDir = newDataDir();
  copyReadyData(dataDir, 'nothing');
  const server = startServer({ ...installation, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  const port = Number(/"port":(\d+)/.exec(await server.says('"started"'))?.[1]);
  expect(await findInPolicies(`http://127.0.0.1:${port}`)).toEqual([]);
});
