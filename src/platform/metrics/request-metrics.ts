import type { ServerResponse } from 'node:http';
import { Histogram, type Registry } from 'prom-client';
import { metricPrefix } from './metric-reader.ts';

/** Says which route answers a request; the first that says so counts. */
export type TellRoute = (route: string) => void;

/** The label for requests without a route: a file of the build, a refused request, an unknown address. */
export const staticRoute = 'static';
export const refusedRoute = 'refused';
const unknownRoute = 'unknown';

const bucketsS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/**
 * Counts answers by the pattern of their route and the class of their status, and how long each took to begin. A route is the
 * product's own name for it, never a typed address.
 */
export function createRequestMetrics(registry: Registry): (response: ServerResponse) => TellRoute {
  const histogram = new Histogram({
    name: `${metricPrefix}http_request_seconds`,
    help: 'From the headers of a request to the first byte of its answer.',
    labelNames: ['route', 'status'] as const,
    buckets: bucketsS,
    registers: [registry],
  });

  return (response) => {
    const startedAt = performance.now();
    let route: string | null = null;
    let isCounted = false;
    const count = (status: string) => {
      if (isCounted) return;
      isCounted = true;
      const seconds = (performance.now() - startedAt) / 1000;
      // A static file is sent before its route is set.
      queueMicrotask(() => histogram.observe({ route: route ?? unknownRoute, status }, seconds));
    };
    const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
    response.writeHead = (...given: unknown[]) => {
      const [status] = given;
      count(`${String(status).charAt(0)}xx`);
      return writeHead(...given);
    };
    // The client went before there was an answer.
    response.once('close', () => count('none'));
    return (told) => {
      route ??= told;
    };
  };
}
