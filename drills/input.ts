import { promises } from './input-findings.ts';
import { drillInput } from './input-rounds.ts';
import { report } from './report.ts';

// `npm run drill:input [-- count [seed]]` sends generated and listed bad input to every place that takes input. The
// same seed gives the same inputs.

const [count = 10_000, seed = 20_261_123] = process.argv.slice(2).map(Number);
const found = await drillInput(count, seed);

const { actions, broken, legitimate, pages, places, statuses } = found;
const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
const rows = {
  seed: { result: found.seed },
  'inputs sent': { result: found.inputs },
  places: { result: listed(places) },
  answers: { result: listed(statuses) },
  'actions: declared, reached, accepted at least once': {
    result: `${actions.declared}, ${actions.tried}, ${actions.accepted}`,
  },
  'mails that arrived': { result: found.mails },
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
};
const sentences = promises.flatMap((promise) =>
  [...new Set(broken[promise])].slice(0, 40).map((sentence) => `${promise}: ${sentence}`),
);
report({ tables: [{ rows }], broken: sentences });
