import { drillOrder, reasonNotToTrace } from './order-trace.ts';

// `npm run drill:order [-- receipts]`: every receipt is written after its commit has reached the disk, as the system calls show.

const receipts = Number(process.argv[2] ?? 2000);
const reason = reasonNotToTrace();
if (reason !== null) {
  console.log(`SKIPPED: ${reason}`);
} else {
  const report = await drillOrder(receipts);
  console.table({
    [`receipts (${receipts})`]: { result: report.receipts },
    'commits that reached the disk': { result: report.commits },
    'syncs of the log': { result: report.syncs },
    'receipts before their commit was on the disk (0)': { result: report.violations.length },
  });
  for (const sentence of report.violations.slice(0, 20)) console.error(`BROKEN ${sentence}`);
  if (report.receipts < receipts) console.error(`BROKEN only ${report.receipts} receipts were seen`);
  if (report.violations.length > 0 || report.receipts < receipts) process.exitCode = 1;
}
