import { drillCrash, longestStartMs, type CrashReport } from './crash-rounds.ts';
import { report, reportNotRun } from './report.ts';
import { endOfDrill } from './studio.ts';

// `npm run drill:crash [-- postgres] [rounds]` kills the server while it receives forms, messages, files and approvals.

const asked = process.argv.slice(2);
const rounds = Number(asked.find((one) => Number(one) > 0) ?? 20);
const isOnPostgres = asked.includes('postgres');

const inWords = (counts: CrashReport['acknowledged']) =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');
const middle = (values: readonly number[]) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
const largest = (values: readonly number[]) => Math.round(Math.max(0, ...values));

const found = await drillCrash(rounds, { isOnPostgres, end: endOfDrill() });
if (found === null) {
  reportNotRun('the server programs of PostgreSQL (initdb) are not installed');
} else {
  const rows = {
    database: { result: isOnPostgres ? 'PostgreSQL' : 'embedded' },
    rounds: { result: found.rounds },
    'times the server was killed': { result: found.rounds + found.killsWhileStarting },
    '… of them while it was starting': { result: found.killsWhileStarting },
    'times the database was killed': { result: found.databaseKills },
    acknowledged: { result: inWords(found.acknowledged) },
    'sent again after a crash': { result: found.sentAgain },
    'acknowledged and lost (0)': { result: found.lost },
    'stored twice (0)': { result: found.storedTwice },
    'mails that arrived': { result: found.mails },
    '… again, with the same Message-ID': { result: found.mailsAgain },
    '… again, with another one (0)': { result: found.mailsOtherId },
    'forms not mailed to the team (0)': { result: found.mailsMissing },
    [`ready again, ms of the server's own time: median, longest (${longestStartMs})`]: {
      result: `${middle(found.ownMs)}, ${largest(found.ownMs)}`,
    },
    'ready again, ms on this machine: median, longest': {
      result: `${middle(found.wallMs)}, ${largest(found.wallMs)}`,
    },
  };
  // Checked only by this command: the speed of a machine must not decide a test.
  const slow = found.ownMs.filter((ms) => ms > longestStartMs).length;
  const broken = [
    ...found.broken,
    ...(found.rounds < rounds
      ? [`${found.rounds} rounds, fewer than the ${rounds} that were asked for`]
      : []),
    ...(slow > 0
      ? [`starts that took more than ${longestStartMs} ms of the server's own time: ${slow}`]
      : []),
  ];
  report({ tables: [{ rows }], broken });
}
