import { drillCrash, longestStartMs, type CrashReport } from './crash-rounds.ts';

// `npm run drill:crash [-- postgres] [rounds]`: the server is killed while forms, messages, files and approvals are sent to it.

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

const report = await drillCrash(rounds, { isOnPostgres });
if (report === null) {
  console.log('SKIPPED on PostgreSQL: no initdb here');
} else {
  console.table({
    database: { result: isOnPostgres ? 'PostgreSQL' : 'embedded' },
    'times the server was killed': { result: report.rounds + report.killsWhileStarting },
    '… of them while it was starting': { result: report.killsWhileStarting },
    'times the database was killed': { result: report.databaseKills },
    acknowledged: { result: inWords(report.acknowledged) },
    'sent again after a crash': { result: report.sentAgain },
    'acknowledged and lost (0)': { result: report.lost },
    'stored twice (0)': { result: report.storedTwice },
    'mails that arrived': { result: report.mails },
    '… again, with the same Message-ID': { result: report.mailsAgain },
    '… again, with another one (0)': { result: report.mailsOtherId },
    'forms not mailed to the team (0)': { result: report.mailsMissing },
    [`ready again, ms of the server's own time: median, longest (${longestStartMs})`]: {
      result: `${middle(report.cpuMs)}, ${largest(report.cpuMs)}`,
    },
    'ready again, ms on this machine: median, longest': {
      result: `${middle(report.wallMs)}, ${largest(report.wallMs)}`,
    },
  });
  // Asked here alone: how quick a machine is must decide no test.
  const slow = report.cpuMs.filter((ms) => ms > longestStartMs).length;
  const broken = [
    ...report.broken,
    ...(slow > 0
      ? [`starts that took more than ${longestStartMs} ms of the server's own time: ${slow}`]
      : []),
  ];
  for (const sentence of broken) console.error(`BROKEN ${sentence}`);
  if (broken.length > 0) process.exitCode = 1;
}
