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

// The drills of drills/README.md in their short form. That of mails is drills/mail.test.ts. How quick this machine is decides nothing here.

stopServersAfterEachTest();

test('a server that is killed while it is written to loses nothing that it acknowledged, and stores nothing twice', async () => {
  const report = await drillCrash(2, { prepare: copyReadyData });
  expect(report?.broken).toEqual([]);
});

test('every receipt is written after its commit has reached the disk', async () => {
  const reason = reasonNotToTrace();
  test.skip(reason !== null, reason ?? '');
  const report = await drillOrder(100, copyReadyData);
  expect(report.violations).toEqual([]);
  expect(report.receipts).toBe(100);
});

test('a full disk makes no false receipt, and all is taken again once there is room', async () => {
  const reason = reasonNotToFill();
  test.skip(reason !== null, reason ?? '');
  const { broken } = await drillFullDisk(1, { fullForMs: 2000, prepare: copyReadyData });
  expect(broken).toEqual([]);
});

// That every request is answered meanwhile is for `npm run drill:servers`: it depends on how soon HAProxy notices, which may have to wait here.
test('while one of two servers behind HAProxy is replaced, nothing acknowledged is lost or stored twice, and open pages miss nothing', async () => {
  const report = await drillServers(2, 'postgres', 'short');
  test.skip(report === null, "HAProxy or PostgreSQL's server programs (initdb) are not installed");
  expect(report).toMatchObject({ lost: 0, storedTwice: 0, mailsOtherId: 0, mailsMissing: 0, missed: 0 });
  for (const [kind, count] of Object.entries(report?.acknowledged ?? {}))
    expect(count, kind).toBeGreaterThan(0);
});

test('visits, forms, event streams, uploads and slow clients at once meet no error, and lose nothing', async () => {
  const env = { TEST_DATA_DIR: process.env['TEST_DATA_DIR'] ?? '', TMPDIR: tmpdir() };
  const drill = startServer(env, ['--import=./scripts/yaml-modules.ts', 'drills/load.ts', '1', '0.03']);
  expect(await drill.exited, drill.output()).toBe(0);
});

test('bad input runs no script, reaches nobody and fails nothing, and what people really write is kept', async () => {
  const { broken } = await drillInput(300, 20_261_123, copyReadyData);
  expect(broken).toEqual(Object.fromEntries(promises.map((promise) => [promise, []])));
});

test('the content security policies have no high finding', async () => {
  const dataDir = newDataDir();
  copyReadyData(dataDir, 'nothing');
  const server = startServer({ ...installation, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  const port = Number(/"port":(\d+)/.exec(await server.says('"started"'))?.[1]);
  expect(await findInPolicies(`http://127.0.0.1:${port}`)).toEqual([]);
});
