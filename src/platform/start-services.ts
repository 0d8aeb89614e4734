import { join } from 'node:path';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { migrate } from './database/migrate.ts';
import { createJobs } from './jobs/jobs.ts';
import { keepPrivate } from './keep-private.ts';
import type { Log } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createRateLimiter } from './rate-limit.ts';
import { secretOf } from './secret.ts';
import { setServices, type Feature, type Services } from './services.ts';

const deadlineMs = 15_000;
const pruneEveryMs = 600_000;
// EX_SOFTWARE: the supervisor is to start the process again.
const hungExitCode = 70;

export type RunningServices = {
  services: Services;
  /** Ends open streams; to be called before the server waits for its requests. */
  drain: () => void;
  stop: () => Promise<void>;
};

export type StartOptions = {
  config: Config;
  origin: string;
  root: string;
  features: readonly Feature[];
  log: Log;
};

async function closeData({ dataDir }: Config, log: Log): Promise<void> {
  const closed = await keepPrivate(dataDir);
  if (closed > 0) log.warn('took data from other users of this machine', { files: closed });
}

/**
 * Opens and migrates the database, starts the jobs of the features and publishes the services.
 * Throws what a person can act on; whatever was opened by then is closed again.
 */
export async function startServices({
  config,
  origin,
  root,
  features,
  log,
}: StartOptions): Promise<RunningServices> {
  await closeData(config, log);
  const secret = await secretOf(config);
  const onHung = () => {
    log.error('the database hangs; leaving the process to its supervisor');
    process.exit(hungExitCode);
  };
  const database = await openDatabase(config, { deadlineMs, onHung });
  try {
    const applied = await migrate(database, join(root, 'database/migrations'));
    if (applied.length > 0) log.info('migrated', { migrations: applied.join(' ') });
    const { db } = database;
    const clock = systemClock;
    const jobs = createJobs({ database, log });
    const mailer = createMailer(config, { db, log, clock });
    const rateLimiter = createRateLimiter({ clock, secret, log });
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
    };
    for (const feature of features) await feature.register?.(services);
    await jobs.start();
    setServices(services);

    const prune = setInterval(() => {
      const all = [rateLimiter.prune(db), ...features.flatMap(({ prune: each }) => each?.(services) ?? [])];
      Promise.all(all).catch((error: Error) => log.warn('pruning failed', { error }));
    }, pruneEveryMs);
    prune.unref();
    const drain = () => features.forEach((feature) => feature.drain?.());

    return {
      services,
      drain,
      async stop() {
        clearInterval(prune);
        drain();
        await jobs.stop();
        mailer.close();
        setServices(undefined);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
