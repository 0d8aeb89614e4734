import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroIntegration } from 'astro';
import type { parseConfig } from '../config/config.ts';
import { pathOf, handlePost, type FindPostHandler } from '../http/post-handlers.ts';
import type { RunningServices, startServices } from './start-services.ts';
import type { createLog } from '../log.ts';
import type { createOutages } from '../outages/outages.ts';
import type { Clock } from '../clock.ts';
import type { Feature } from './services.ts';

type Modules = {
  '/src/composition.ts': {
    features: readonly Feature[];
    createPostHandlers: (services: RunningServices['services']) => FindPostHandler;
  };
  '/src/platform/config/config.ts': { parseConfig: typeof parseConfig };
  '/src/platform/log.ts': { createLog: typeof createLog };
  '/src/platform/outages/outages.ts': { createOutages: typeof createOutages };
  '/src/platform/clock.ts': { systemClock: Clock };
  '/src/platform/services/start-services.ts': { startServices: typeof startServices };
};

/**
 * Runs `astro dev` with the same services as the server: database, jobs and email. They only restart with the dev
 * server.
 */
export function devServices(): AstroIntegration {
  let running: RunningServices | null = null;
  return {
    name: 'dev-services',
    hooks: {
      // Loaded through Vite, because features contain JSX and content that Node alone cannot load.
      'astro:server:setup': async ({ server, logger }) => {
        const load = async <P extends keyof Modules>(path: P) =>
          (await server.ssrLoadModule(path)) as Modules[P];
        const { parseConfig: parse } = await load('/src/platform/config/config.ts');
        const { startServices: start } = await load('/src/platform/services/start-services.ts');
        const { createLog: create } = await load('/src/platform/log.ts');
        const { createOutages: createFor } = await load('/src/platform/outages/outages.ts');
        const { systemClock: clock } = await load('/src/platform/clock.ts');
        const { features, createPostHandlers } = await load('/src/composition.ts');
        const parsed = parse({ ...process.env, PORT: String(server.config.server.port ?? 4321) });
        if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
        const sink = { write: (line: string) => void process.stderr.write(line), isTTY: true };
        running = await start({
          config: parsed.config,
          origin: `http://localhost:${parsed.config.port}`,
          root: server.config.root,
          features,
          outages: createFor({ log: create({ sink, clock }), clock }),
          metrics: null,
          tracing: null,
        });
        const findPostHandler = createPostHandlers(running.services);
        server.middlewares.use((request: IncomingMessage, response: ServerResponse, next) => {
          void passPost({ request, response, findPostHandler, next });
        });
        for (const { label, text } of await startLinesOf(features, running)) logger.info(`${label}: ${text}`);
      },
      'astro:server:done': async () => {
        await running?.stop();
      },
    },
  };
}

// The key under which Astro finds a page's locals on a request.
const localsKey = Symbol.for('astro.locals');
const client = { address: '127.0.0.1', isHttps: false };

type Passing = {
  request: IncomingMessage;
  response: ServerResponse;
  findPostHandler: FindPostHandler;
  next: (error?: unknown) => void;
};

/** Handles a POST request like the server: by its handler, or leaves a page to be rendered. */
async function passPost({ request, response, findPostHandler, next }: Passing): Promise<void> {
  if (request.method !== 'POST' || !findPostHandler(pathOf(request))) return next();
  try {
    const taken = await handlePost(request, response, { client, findPostHandler });
    if (taken.kind === 'answered') return;
    Reflect.set(request, localsKey, { client, ...(taken.kind === 'page' ? taken.locals : {}) });
    next();
  } catch (error) {
    next(error);
  }
}

async function startLinesOf(features: readonly Feature[], { services }: RunningServices) {
  const lines = await Promise.all(features.map(async (feature) => feature.startLines?.(services) ?? []));
  return lines.flat();
}
