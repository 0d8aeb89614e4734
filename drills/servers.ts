import { report, type Table } from './report.ts';
import { ways, type Way } from './drilled-databases.ts';
import { drillServers, type ServersReport } from './several-servers.ts';

// `npm run drill:servers [-- 2 4 postgres replica pgbouncer store]` runs this many servers behind HAProxy on each kind
// of infrastructure, kills them, replaces them one by one and injects infrastructure failures during use.

const asked = process.argv.slice(2);
const counts = asked.map(Number).filter((count) => count > 0);
const chosen = ways.filter((way) => asked.includes(way));
const inWords: Record<Way, string> = {
  postgres: 'one PostgreSQL',
  replica: 'PostgreSQL with a replica',
  pgbouncer: 'PostgreSQL behind PgBouncer',
  store: 'PostgreSQL and an object store',
};

const stepsTable = (title: string, { steps }: ServersReport): Table => ({
  caption: title,
  rows: Object.fromEntries(
    steps.map(({ name, asked: requests, failed, unexpected, longestPauseMs, pagesBehind }) => [
      name,
      {
        requests,
        'not answered or refused': failed.length,
        'of what may not be (0)': unexpected.length,
        'longest time without a write, ms': Math.round(longestPauseMs),
        'open pages behind (0)': pagesBehind,
      },
    ]),
  ),
});

const totalsTable = (title: string, found: ServersReport): Table => ({
  caption: `${title}, altogether`,
  rows: {
    acknowledged: {
      result: Object.entries(found.acknowledged)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', '),
    },
    'sent again': { result: found.sentAgain },
    'acknowledged and lost (0)': { result: found.lost },
    'stored twice (0)': { result: found.storedTwice },
    'mails that arrived': { result: found.mails },
    '… again, with the same Message-ID': { result: found.mailsAgain },
    '… again, with another one (0)': { result: found.mailsOtherId },
    'forms not mailed to the team (0)': { result: found.mailsMissing },
    'times an open page lost its server': { result: found.reopened },
    'events that an open page missed (0)': { result: found.missed },
  },
});

const brokenOf = (title: string, { steps, ...totals }: ServersReport): string[] => [
  ...steps.flatMap(({ name, unexpected, isUsableAgain, pagesBehind }) => [
    ...unexpected.map(({ what, status }) => `${title}, ${name}: ${what}: ${status ?? 'no answer'}`),
    ...(isUsableAgain ? [] : [`${title}, ${name}: writes are not taken again`]),
    ...(pagesBehind > 0 ? [`${title}, ${name}: open pages behind: ${pagesBehind}`] : []),
  ]),
  ...(['lost', 'storedTwice', 'mailsOtherId', 'mailsMissing', 'missed'] as const).flatMap((what) =>
    totals[what] > 0 ? [`${title}: ${what}: ${totals[what]}`] : [],
  ),
];

const tables: Table[] = [];
const broken: string[] = [];
for (const count of counts.length > 0 ? counts : [2, 4]) {
  for (const way of chosen.length > 0 ? chosen : ways) {
    const title = `${count} servers, ${inWords[way]}`;
    console.error(title);
    const found = await drillServers(count, way);
    if (found === null) {
      broken.push(`${title}: not run, as HAProxy, PgBouncer or PostgreSQL's programs are missing`);
      continue;
    }
    tables.push(stepsTable(title, found), totalsTable(title, found));
    broken.push(...brokenOf(title, found));
  }
}
report({ tables, broken });
