import { drillFullDisk, longestHealMs, slowIn } from './full-disk.ts';
import { report, reportNotRun } from './report.ts';
import { reasonNotToFill } from './small-disk.ts';

// `npm run drill:disk [-- rounds]` fills the disk of the server and its embedded database during reads and writes.

const rounds = Number(process.argv[2] ?? 6);
// A database log that cannot continue is detected after about a minute.
const fullForMs = 90_000;
const reason = reasonNotToFill();
if (reason !== null) {
  reportNotRun(reason);
} else {
  const found = await drillFullDisk(rounds, { fullForMs, log: (line) => console.error(line) });
  const refused = [...found.whileFull].map(([what, count]) => `${what}: ${count}`);
  const healed = found.healMs.filter((ms) => ms !== null);
  const healMs = `all writes taken again, ms after there was room: longest (${longestHealMs})`;
  const rows = {
    'times the disk was full': { result: found.healMs.length },
    'writes acknowledged': { result: found.acknowledged },
    'answers to writes while it was full': { result: refused.join(', ') },
    '… that were neither 503 nor, to uploads, 507 (0)': { result: found.unclear.length },
    'acknowledged and lost (0)': { result: found.lost },
    'stored twice (0)': { result: found.storedTwice },
    'pages asked for while it was full': { result: found.pagesWhileFull },
    '… that failed (0)': { result: found.pagesFailed.length },
    'times the server fell (0)': { result: found.falls },
    [healMs]: { result: Math.round(Math.max(0, ...healed)) },
    '… not taken again at all (0)': { result: found.healMs.length - healed.length },
    'parts of an old unfinished upload left (0)': { result: found.halfLeft },
    'stored bytes that no row names (0)': { result: found.unnamed },
    'rows whose bytes are gone (0)': { result: found.missing },
  };
  for (const sentence of new Set(found.pagesFailed)) console.error(`page failed: ${sentence}`);
  report({ tables: [{ rows }], broken: [...found.broken, ...slowIn(found)] });
}
