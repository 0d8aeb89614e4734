import { expect, test } from '@playwright/test';
import { drillCrash } from '../drills/crash-rounds.ts';
import { drillOrder, reasonNotToTrace } from '../drills/order-trace.ts';
import { copyReadyData } from './harness/ready-data.ts';

// The drills of drills/README.md in their short form. That of mails is drills/mail.test.ts.

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
