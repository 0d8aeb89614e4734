import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';
import { judge, lookAfterwards, promises, shorten, type Drill, type Promised } from './input-findings.ts';
import { sendLegitimate, type LegitimateReport } from './input-legitimate.ts';
import { findForms } from './input-pages.ts';
import { actionOf, declaredActions, kindsOfPlace, placesOf, type Places } from './input-places.ts';
import { requestFor } from './input-requests.ts';
import { createAsk, furnish, type Ask } from './input-studio.ts';
import { inputsOf, type Input } from './input-values.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { launchStudio, type ReadyStudio } from './studio.ts';

export type InputReport = {
  readonly seed: number;
  readonly inputs: number;
  readonly places: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  readonly actions: { readonly declared: number; readonly tried: number; readonly accepted: number };
  readonly pages: { readonly read: number; readonly opened: number };
  readonly mails: number;
  readonly legitimate: LegitimateReport;
  /** The findings, by the promise that they break. */
  readonly broken: Readonly<Record<Promised, readonly string[]>>;
};

const workers = 8;
/**
 * With fewer inputs the short form runs: no list of strings, one page per route, and a tenth of the legitimate input.
 */
const shortBelow = 1000;
/** The number of places of each kind in a round of inputs; mostly fields and bodies. */
const order = [
  'field',
  'query',
  'field',
  'body',
  'path',
  'field',
  'header',
  'field',
  'upload',
  'field',
] as const;

/** Sends all inputs with several senders, each to the next place of the next kind. */
async function sendAll(
  drill: Drill,
  inputs: readonly Input[],
  places: Places,
  projectId: string,
): Promise<void> {
  const next = new Map<string, number>();
  const waiting = inputs.entries();
  const send = async () => {
    for (const [n, input] of waiting) {
      if (n % 1000 === 0) console.error(`${n} of ${inputs.length} inputs`);
      const kind = order[n % order.length] ?? 'field';
      const at = next.get(kind) ?? 0;
      next.set(kind, at + 1);
      const place = places[kind][at % places[kind].length];
      if (!place) continue;
      const about = `${kind} ${place.name} of ${place.actor} ${place.method} ${place.path} with ${shorten(JSON.stringify(input))}`;
      try {
        const asked = await requestFor(drill.ask, { kind, place, input, projectId });
        const answer = await drill.ask(asked);
        if (asked.method === 'POST' && ![401, 403, 405].includes(answer.status))
          drill.tried.add(actionOf(place.path));
        if (asked.method === 'POST' && answer.status < 400) drill.accepted.add(actionOf(place.path));
        await judge(drill, answer, about);
      } catch (error) {
        drill.broken.process.push(`${String(error)}: ${about}`);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, send));
}

const token = 'drill-metrics-token-0123456789abcdef';

/** The process's own start time. */
async function findStart(ask: Ask): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await ask({ actor: 'guest', method: 'GET', path: '/metrics', headers });
  return /^process_start_time_seconds (\S+)$/m.exec(body)?.[1];
}

type Parts = {
  readonly studio: ReadyStudio;
  readonly browser: Browser;
  readonly mail: MailServer;
  readonly scratch: string;
  readonly output: () => string;
};

function reportOf(
  drill: Drill,
  {
    count,
    seed,
    inputs,
    places,
    ...more
  }: { count: number; seed: number; inputs: number; places: Places } & Pick<
    InputReport,
    'legitimate' | 'pages' | 'mails'
  >,
): InputReport {
  const { broken, statuses, tried, accepted } = drill;
  const untried = declaredActions.filter((action) => !tried.has(action));
  // The short form has fewer inputs than there are actions.
  if (count >= shortBelow) broken.untried.push(...untried);
  return {
    ...more,
    seed,
    inputs,
    broken,
    places: Object.fromEntries(kindsOfPlace.map((kind) => [kind, places[kind].length])),
    statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => Number(a) - Number(b))),
    actions: {
      declared: declaredActions.length,
      tried: declaredActions.length - untried.length,
      accepted: declaredActions.filter((action) => accepted.has(action)).length,
    },
  };
}

async function run(
  count: number,
  seed: number,
  { studio, browser, mail, scratch, output }: Parts,
): Promise<InputReport> {
  const ask = createAsk(studio);
  const reader = await browser.newPage();
  const broken = Object.fromEntries(promises.map((name) => [name, [] as string[]])) as Drill['broken'];
  const drill: Drill = {
    studio,
    ask,
    reader,
    broken,
    statuses: new Map(),
    tried: new Set(),
    accepted: new Set(),
  };
  const { starts, isKept, project } = await furnish(studio, ask, mail);
  const startedAt = await findStart(ask);
  const isShort = count < shortBelow;
  const legitimate = await sendLegitimate(ask, project, isShort ? 10 : 1);
  broken.legitimate.push(...legitimate.refused, ...legitimate.changed);
  const found = await findForms(ask, reader, { starts, isKept, pagesOfRoute: isShort ? 1 : 5 });
  const places = placesOf(found);
  const inputs = inputsOf(count, seed, isShort ? 0 : 4);
  await sendAll(drill, inputs, places, project.projectId);
  const pages = await lookAfterwards(drill, { found, mail, scratch, browser, mostOpened: isShort ? 5 : 60 });
  const stillAt = await findStart(ask);
  if (startedAt === undefined || stillAt !== startedAt)
    broken.process.push(`started at ${stillAt}, before at ${startedAt}`);
  const errors = output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  broken.failures.push(...errors.map(shorten));
  return reportOf(drill, {
    count,
    seed,
    inputs: inputs.length,
    places,
    legitimate,
    pages,
    mails: mail.arrived.length,
  });
}

/** Sends generated and listed inputs to a studio of its own. `prepare` fills the data folder. */
export async function drillInput(
  count: number,
  seed: number,
  prepare?: (dataDir: string) => void,
): Promise<InputReport> {
  const scratch = mkdtempSync(join(tmpdir(), 'antinode-input-'));
  chmodSync(scratch, 0o755);
  const mail = await startMailServer();
  const dataDir = join(scratch, 'data');
  prepare?.(dataDir);
  const server = launchStudio({
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    TEAM_INBOX: 'team@studio.example',
    TEAM_MAILS_AN_HOUR: '999999',
    METRICS_TOKEN: token,
  });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    chromiumSandbox: false,
    args: ['--disable-gpu'],
  });
  try {
    const studio = await server.ready();
    const ended = server.exited.then((code) => {
      throw new Error(`The server ended with ${code}:\n${server.output().slice(-3000)}`);
    });
    return await Promise.race([
      run(count, seed, { studio, browser, mail, scratch, output: server.output }),
      ended,
    ]);
  } finally {
    await browser.close();
    await server.stop();
    await mail.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
