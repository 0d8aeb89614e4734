import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPostHandlers, features, isUpload } from '#src/composition.ts';
import { notePageOf } from '#src/studio/notes.ts';
import { logKeeper } from '#src/features/operations/log/keep-log.ts';
import { createClientAddress, createProxyCheck } from '#src/platform/client-address.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Config } from '#src/platform/config/config.ts';
import { captureConsole } from '#src/platform/capture-console.ts';
import { shareLock } from '#src/platform/file-lock.ts';
import { createHttpServer } from '#src/platform/http/create-http-server.ts';
import { createRequestGuard } from '#src/platform/http/request-guard.ts';
import type { PageHandler } from '#src/platform/http/route-request.ts';
import { securityHeaders } from '#src/platform/http/security-headers.ts';
import { loadStaticFiles } from '#src/platform/http/static-files.ts';
import type { FindPostHandler } from '#src/platform/http/post-handlers.ts';
import { createLog } from '#src/platform/log.ts';
import { createMetrics, type Metrics } from '#src/platform/metrics/metrics.ts';
import { createOutages } from '#src/platform/outages/outages.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { giveUp, readConfig } from '#src/platform/config/read-config.ts';
import type { RequestTracing } from '#src/platform/http/request-span.ts';
import type { Services, StartLine } from '#src/platform/services/services.ts';
import { startWatchdog } from '#src/platform/watchdog.ts';
import { startServices, type RunningServices } from '#src/platform/services/start-services.ts';

const drainMs = 10_000;
const sameSignalMs = 1000;
// Each tick wakes the CPU, so the interval is long.
const watchdogTickMs = 5000;
const startLimitTicks = 60;
const runningLimitTicks = 6;
// Keeps the whole build in memory, so a later build or checkout does not affect this process.
const root = projectRootFrom(import.meta.dirname);
const siteOptions = { pageOfQuery: notePageOf, earlier: join(root, 'earlier') };
const inUse = shareLock(join(root, 'in-use'));
if (!inUse) giveUp(['This build is just being removed, because there are newer ones. Start again.']);
process.once('exit', () => inUse.release());
const outages = createOutages({
  log: createLog({
    keep: logKeeper.add,
    sink: { write: (line) => process.stderr.write(line), isTTY: process.stderr.isTTY },
    clock: systemClock,
  }),
  clock: systemClock,
});
const { log } = outages;

// Files created from here on are readable by this user only.
process.umask(0o077);
captureConsole(log, console, process);

// React defaults to its slow development build; everything that renders is imported after this.
process.env['NODE_ENV'] ??= 'production';

/** The local address to open in a browser. */
function localOrigin({ host }: Config, port: number): string {
  const isAny = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return `http://${isAny ? 'localhost' : host}:${port}`;
}

async function startLines(services: Services): Promise<StartLine[]> {
  const { origin, config } = services;
  const lines: StartLine[] = [
    { label: 'Site', text: `${origin}/` },
    { label: 'Client portal', text: `${origin}/portal` },
    { label: 'Team desk', text: `${origin}/desk` },
    { label: 'Mailbox', text: `${origin}/dev/mailbox` },
    { label: 'Data', text: config.dataDir },
  ];
  for (const feature of features) {
    for (const line of (await feature.startLines?.(services)) ?? []) {
      lines.splice(
        lines.findIndex(({ label }) => label === line.label),
        1,
        line,
      );
    }
  }
  return lines;
}

const printed = (lines: readonly StartLine[]) =>
  lines.map(({ label, text }) => `${label.padEnd(15)}${text}\n`).join('');

/** Logs the placeholder texts that the build left out of the pages. */
function warnOfPlaceholders(): void {
  const places = JSON.parse(readFileSync(join(root, 'placeholders.json'), 'utf8')) as string[];
  for (const place of places) log.warn('left out, still to be written', { place });
}

async function loadPages(): Promise<PageHandler> {
  const { handler } = (await import(join(root, 'server/entry.mjs'))) as { handler: PageHandler };
  return handler;
}

function explain(error: unknown, config: Config): string[] {
  const { code, name, message } = error as Error & { code?: string };
  if (code === 'EADDRINUSE')
    return [`Port ${config.port} is in use. Stop what uses it, or set PORT to another number.`];
  if (code === 'EACCES' && config.port < 1024)
    return [`Port ${config.port} needs more rights. Set PORT to 1024 or above.`];
  if (name === 'DatabaseInUseError') return [message];
  const sentence = `Antinode cannot start: ${message}`;
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: insufficient privilege.
  if (code === '42501')
    return [sentence, '  The role of DATABASE_URL has to own its database (docs/install.md).'];
  if (name === 'UnusableDataError') return [sentence];
  const cause = error instanceof Error && error.cause instanceof Error ? [`  ${error.cause.message}`] : [];
  return [sentence, ...cause];
}

/** Null if metrics are disabled. */
function metricsOf({ metricsToken: token }: Config): Metrics | null {
  return token === null ? null : createMetrics({ token, ofProcess: true });
}

/** Null if tracing is disabled; then the tracing code is not loaded. */
async function tracingOf({ traces, trustedProxies }: Config): Promise<RequestTracing | null> {
  if (traces === null) return null;
  const { openTracing } = await import('#src/platform/tracing/open-tracing.ts');
  const isProxy = createProxyCheck(trustedProxies);
  const tracing = openTracing(traces, { log, clock: systemClock });
  return { tracing, isFromProxy: ({ socket }) => isProxy(socket) };
}

/** Notifies `npm start`, if present, that a crash from now on should be restarted; stops when `npm start` exits. */
function tellSupervisor(stop: (signal: string) => Promise<void>): void {
  process.send?.('ready');
  process.once('disconnect', () => void stop('disconnect'));
}

function hearSignals(stop: (signal: string) => Promise<void>): void {
  // The log's output closes with the terminal; writing to it would end the process at once.
  process.once('SIGHUP', () => {
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
}

const readinessOf = async (running: RunningServices | null) => ({
  database: (await running?.services.database.ready()) ?? false,
  jobs: running?.services.jobs.ready() ?? false,
});

async function main(): Promise<void> {
  const config = readConfig();
  // The first start creates the database in one step, which can take long on a busy machine.
  const watchdog = startWatchdog({ tickMs: watchdogTickMs, limitTicks: startLimitTicks });
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const headers = securityHeaders({ isHttps, hstsSubdomains: config.hstsSubdomains });
  const clientAddress = createClientAddress(config.trustedProxies);
  const metrics = metricsOf(config);
  const tracing = await tracingOf(config);
  let running: RunningServices | null = null;
  let pages: PageHandler | null = null;
  let findPostHandler: FindPostHandler = () => null;

  const http = createHttpServer({
    staticFiles: await loadStaticFiles(join(root, 'client'), headers, siteOptions),
    pages: () => (running ? pages : null),
    findPostHandler: (path) => findPostHandler(path),
    isUpload,
    isReady: () => readinessOf(running),
    clientOf: (request) => clientAddress(request.socket, request.headers),
    headers,
    guard: createRequestGuard({ isSample: config.mode === 'sample' }),
    metrics,
    tracing,
    log,
    clock: systemClock,
  });

  let stoppingSince: number | null = null;
  const stop = async (signal: string) => {
    if (stoppingSince !== null) {
      // The terminal and npm may both forward the same Ctrl-C; only a later one counts as a second.
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    log.info('stopping', { signal });
    http.announceStop();
    await wait(config.drainMs);
    running?.drain();
    await http.drain(drainMs);
    await running?.stop();
    process.exit(0);
  };

  try {
    const port = await http.listen(config.port, config.host);
    const origin = config.publicUrl ?? localOrigin(config, port);
    for (const warning of config.warnings) log.warn(warning);
    if (config.publicUrl !== null) warnOfPlaceholders();
    [running, pages] = await Promise.all([
      startServices({ config, origin, root, features, outages, metrics, tracing: tracing?.tracing ?? null }),
      loadPages(),
    ]);
    findPostHandler = createPostHandlers(running.services);
    hearSignals(stop);
    tellSupervisor(stop);
    watchdog.setLimit(runningLimitTicks);
    log.info('started', { mode: config.mode, database: running.services.database.kind, port });
    if (config.mode === 'sample') process.stdout.write(printed(await startLines(running.services)));
  } catch (error) {
    giveUp(explain(error, config));
  }
}

await main();
