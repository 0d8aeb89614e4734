import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { migrate } from '../database/migrate.ts';
import { createJobs } from '../jobs/jobs.ts';
import { keepPrivate } from '../keep-private.ts';
import { asError, type Log } from '../log.ts';
import { makeDataDir } from '../make-folder.ts';
import { createMailer } from '../mail/mailer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { platformMeasures } from '../metrics/platform-metrics.ts';
import type { Outages } from '../outages/outages.ts';
import { createRateLimiter } from '../limits/rate-limit.ts';
import { secretOf } from '../config/secret.ts';
import type { Tracing } from '../tracing/spans.ts';
import { setServices, type Dispose, type Feature, type Services } from './services.ts';

const deadlineMs = 15_000;
const pruneEveryMs = 600_000;
// EX_SOFTWARE: the supervisor should restart the process.
const hungExitCode = 70;

export type RunningServices = {
  services: Services;
  /** Ends open streams; call before the server waits for its requests. */
  drain: () => void;
  stop: () => Promise<void>;
};

export type StartOptions = {
  config: Config;
  origin: string;
  root: string;
  features: readonly Feature[];
  /** The outages; `outages.log` is the services' log. */
  outages: Outages;
  /** Null if metrics cannot be read. */
  metrics: Pick<Metrics, 'watch'> | null;
  /** Null if no traces are collected. */
  tracing: Tracing | null;
};

/** Registers the health checks with the outages, and the gauges with the metrics. */
function watchOver(services: Services, { config, features, outages, metrics }: StartOptions): void {
  const { database } = services;
  const { checkFileStore } = features.find((feature) => feature.checkFileStore) ?? {};
  const askFiles = checkFileStore ? () => checkFileStore(services) : null;
  outages.watch('database', async () => {
    if (!(await database.ready())) throw new Error('The database does not answer');
    if (!(await database.hasRoom())) throw new Error('The database has no room');
  });
  if (askFiles) outages.watch('file store', askFiles);
  metrics?.watch(platformMeasures({ database, config, outages }, askFiles));
  for (const feature of features) metrics?.watch(feature.metrics?.(services) ?? []);
}

/** Creates the data directory, accessible only to its owner. */
async function prepareData({ dataDir }: Config, log: Log): Promise<void> {
  await makeDataDir(dataDir);
  const closed = await keepPrivate(dataDir);
  if (closed > 0) log.warn('took data from other users of this machine', { files: closed });
}

/** Runs every feature's cleanup periodically. One that fails is logged and blocks no other. */
function startPruning({ services, features }: { services: Services; features: readonly Feature[] }): Dispose {
  const { db, log, rateLimiter } = services;
  const attempt = async (room: string, run: () => Promise<void> | undefined) => {
    try {
      await run();
    } catch (error) {
      log.warn('pruning failed', { room, error: asError(error) });
    }
  };
  let underWay: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const rooms = features.map(({ name, prune }) => attempt(name, () => prune?.(services)));
    underWay = Promise.all([attempt('rate limits', () => rateLimiter.prune(db)), ...rooms]);
  }, pruneEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

function databaseOptionsOf({ outages, tracing }: StartOptions): DatabaseOptions {
  const { log } = outages;
  return {
    deadlineMs,
    onHung() {
      log.error('the database hangs; leaving the process to its supervisor');
      process.exit(hungExitCode);
    },
    onFullDisk: () =>
      outages.failed('database', { first: 'the disk is full: nothing is stored until there is room' }),
    onLocked: () =>
      log.info('waiting until another process has migrated the database, or read it for a backup'),
    isTraced: tracing !== null,
  };
}

/**
 * Opens and migrates the database, starts the jobs of the features and publishes the services. Throws actionable
 * errors, after closing everything it opened.
 */
export async function startServices(options: StartOptions): Promise<RunningServices> {
  const { config, origin, root, features, outages, tracing } = options;
  const { log } = outages;
  await prepareData(config, log);
  const secret = await secretOf(config);
  const database = await openDatabase(config, databaseOptionsOf(options));
  // Started resources in order; they are stopped in reverse.
  const begun: Dispose[] = [() => tracing?.stop(), () => database.close(), () => outages.stop()];
  const stop = async () => {
    for (const dispose of begun.splice(0).toReversed()) await dispose();
  };
  try {
    const applied = await migrate(database, join(root, 'database/migrations'));
    if (applied.length > 0) log.info('migrated', { migrations: applied.join(' ') });
    const { db } = database;
    const clock = systemClock;
    const jobs = createJobs({ database, log, tracing });
    const mailer = createMailer(config, { db, log, clock, outages });
    begun.push(() => mailer.close());
    const rateLimiter = createRateLimiter({ clock, secret, log });
    const stopping = new AbortController();
    const services: Services = {
      config,
      origin,
      secret,
      database,
      db,
      jobs,
      mailer,
      rateLimiter,
      log,
      clock,
      stopping: stopping.signal,
    };
    const drain = () => {
      stopping.abort();
      features.forEach((feature) => feature.drain?.());
    };
    begun.push(() => jobs.stop(), drain);
    for (const feature of features) {
      const dispose = await feature.register?.(services);
      if (dispose) begun.push(dispose);
    }
    await jobs.start();
    watchOver(services, options);
    setServices(services);
    begun.push(() => setServices(undefined), startPruning({ services, features }));
    return { services, drain, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
