import { drillOrder, reasonNotToTrace } from './order-trace.ts';
import { report, reportNotRun } from './report.ts';

// `npm run drill:order [-- receipts]` checks from the system calls that every receipt is sent after its commit has
// reached the disk.

const receipts = Number(process.argv[2] ?? 2000);
const reason = reasonNotToTrace();
if (reason !== null) {
  reportNotRun(reason);
} else {
  const found = await drillOrder(receipts);
  const rows = {
    [`receipts (${receipts})`]: { result: found.receipts },
    'commits that reached the disk': { result: found.commits },
    'syncs of the log': { result: found.syncs },
    'receipts before their commit was on the disk (0)': { result: found.violations.length },
  };
  const tooFew = !(found.receipts >= Math.max(1, receipts))
    ? [`only ${found.receipts} receipts were seen`]
    : [];
  report({ tables: [{ rows }], broken: [...found.violations.slice(0, 20), ...tooFew] });
}
