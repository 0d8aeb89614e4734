import { promises } from './input-findings.ts';
import { drillInput } from './input-rounds.ts';

// `npm run drill:input [-- count [seed]]`: generated and listed bad input to everything that takes any. The same seed gives the same inputs.

const [count = 10_000, seed = 20_261_123] = process.argv.slice(2).map(Number);
const report = await drillInput(count, seed);

const { actions, broken, legitimate, pages, places, statuses } = report;
const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
console.table({
  seed: { result: report.seed },
  'inputs sent': { result: report.inputs },
  places: { result: listed(places) },
  answers: { result: listed(statuses) },
  'actions: declared, reached, accepted at least once': {
    result: `${actions.declared}, ${actions.tried}, ${actions.accepted}`,
  },
  'mails that arrived': { result: report.mails },
  'pages read again, opened in a browser': { result: `${pages.read}, ${pages.opened}` },
  'markup or scripts of a sender (0)': { result: broken.scripts.length },
  'added recipients or head lines (0)': { result: broken.recipients.length },
  'foreign redirects (0)': { result: broken.redirects.length },
  'files outside their folder (0)': { result: broken.files.length },
  'answers 5xx, errors in the log (0)': { result: broken.failures.length },
  'wrong kinds or headers of an answer (0)': { result: broken.heads.length },
  'actions that were not reached (0)': { result: broken.untried.length },
  'the process ended or changed (0)': { result: broken.process.length },
  'odd but legitimate values': { result: legitimate.sent },
  '… refused (0)': { result: legitimate.refused.length },
  '… stored otherwise (0)': { result: legitimate.changed.length },
});
for (const promise of promises)
  for (const sentence of [...new Set(broken[promise])].slice(0, 40))
    console.error(`BROKEN ${promise}: ${sentence}`);
if (promises.some((promise) => broken[promise].length > 0)) process.exitCode = 1;
