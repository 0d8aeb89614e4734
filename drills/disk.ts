import { drillFullDisk, longestHealMs } from './full-disk.ts';
import { reasonNotToFill } from './small-disk.ts';

// `npm run drill:disk [-- rounds]`: the disk of the server and its embedded database fills up while it is written to and read.

const rounds = Number(process.argv[2] ?? 6);
// A log of the database that cannot go on is met after about a minute.
const fullForMs = 90_000;
const reason = reasonNotToFill();
if (reason !== null) {
  console.error(`NOT RUN: ${reason}`);
  process.exitCode = 1;
} else {
  const report = await drillFullDisk(rounds, { fullForMs, log: (line) => console.error(line) });
  const slowest = Math.round(Math.max(...report.healMs));
  const refused = [...report.whileFull].map(([what, count]) => `${what}: ${count}`);
  console.table({
    'times the disk was full': { result: report.rounds },
    'writes acknowledged': { result: report.acknowledged },
    'answers to writes while it was full': { result: refused.join(', ') },
    '… that were neither 503 nor, to uploads, 507 (0)': { result: report.unclear.length },
    'acknowledged and lost (0)': { result: report.lost },
    'stored twice (0)': { result: report.storedTwice },
    'pages asked for while it was full': { result: report.pagesWhileFull },
    '… that failed (0)': { result: report.pagesFailed.length },
    'times the server fell (0)': { result: report.falls },
    [`all writes taken again, ms after there was room: longest (${longestHealMs})`]: { result: slowest },
    'parts of an old unfinished upload left (0)': { result: report.halfLeft },
    'stored bytes that no row names (0)': { result: report.unnamed },
    'rows whose bytes are gone (0)': { result: report.missing },
  });
  for (const sentence of new Set(report.pagesFailed)) console.error(`page failed: ${sentence}`);
  for (const sentence of report.broken) console.error(`BROKEN ${sentence}`);
  if (report.broken.length > 0) process.exitCode = 1;
}
