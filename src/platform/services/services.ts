import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { PostHandler } from '../http/post-handlers.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { MetricGroup } from '../metrics/metric-group.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { RateLimiter } from '../limits/rate-limit.ts';

/** A line printed at start without PUBLIC_URL: `Site`, `Team desk` … and its address or path. */
export type StartLine = { label: string; text: string };

export type Services = {
  config: Config;
  /** The origin of links in emails and pages, without a trailing slash. */
  origin: string;
  secret: string;
  database: Database;
  db: Database['db'];
  jobs: Jobs;
  mailer: Mailer;
  rateLimiter: RateLimiter;
  log: Log;
  clock: Clock;
  /** Aborts when the server begins to stop; long-running requests must then end. */
  stopping: AbortSignal;
};

/** Stops background work and waits for work in progress. */
export type Dispose = () => void | Promise<void>;

/** A feature's contributions: its queues, POST handlers and lines for the operator. */
export type Feature = {
  name: string;
  /** Starts the feature. Resolves with a function that stops its background work, if any. */
  register?: (services: Services) => void | Dispose | Promise<void | Dispose>;
  /** POST handlers by path. */
  posts?: (services: Services) => ReadonlyMap<string, PostHandler>;
  /** Paths whose bodies may be large and are streamed to the handler; `[id]` is any one segment. */
  uploads?: readonly string[];
  /** The metrics of the feature. */
  metrics?: (services: Services) => readonly MetricGroup[];
  /** Checks that the file store stores and returns data; provided by the files feature. */
  checkFileStore?: (services: Services) => Promise<void>;
  startLines?: (services: Services) => StartLine[] | Promise<StartLine[]>;
  /** Deletes expired data and repairs missed work; called periodically. */
  prune?: (services: Services) => Promise<void>;
  /** Closes long-lived connections before the server stops. */
  drain?: () => void;
};

// The server bundle and the page bundle each contain a copy of this module; a registered symbol is shared.
const key = Symbol.for('antinode.services');
const holder = globalThis as unknown as Record<symbol, Services | undefined>;

/** Called once by the composition root, and with undefined on stop. */
export function setServices(services: Services | undefined): void {
  holder[key] = services;
}

/**
 * Returns the running services. For pages, middleware and endpoints only; all other code takes what it needs as
 * arguments.
 */
export function getServices(): Services {
  const services = holder[key];
  if (!services) throw new Error('The services are not started');
  return services;
}
