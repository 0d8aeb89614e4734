import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TellRoute } from '../metrics/request-metrics.ts';
import { runInsideSpan, type Tracing } from '../tracing/spans.ts';

type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly tellRoute: TellRoute;
};

export type RequestTracing = {
  readonly tracing: Tracing;
  /** True if the client is a proxy that may name the trace of a request, and whether it is collected. */
  readonly isFromProxy: (request: IncomingMessage) => boolean;
};

/**
 * Answers a request as a span of its own: its method, the pattern of its route, its status, and how long it took until the last byte was
 * sent. Of a stream of events, which lasts for hours, until it began.
 */
export function answerInSpan(
  asked: Asked,
  { tracing, isFromProxy }: RequestTracing,
  work: (asked: Asked) => Promise<void>,
): Promise<void> {
  const { request, response } = asked;
  // The request guard lets few methods through.
  const { method = '' } = request;
  const told = isFromProxy(request) ? request.headers['traceparent'] : undefined;
  const start = { name: method, kind: 'server', fields: { 'http.request.method': method } } as const;
  const span = tracing.begin(start, typeof told === 'string' ? told : null);

  let isEnded = false;
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    // There is no status if the client hung up first.
    if (response.headersSent) span.set({ 'http.response.status_code': response.statusCode });
    if (response.headersSent && response.statusCode >= 500) span.fail();
    span.end();
  };
  response.once('close', end);
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    const written = writeHead(...given);
    if (String(response.getHeader('content-type')).startsWith('text/event-stream')) end();
    return written;
  };

  let route: string | null = null;
  const tellRoute: TellRoute = (pattern) => {
    asked.tellRoute(pattern);
    if (route !== null || isEnded) return;
    route = pattern;
    span.rename(`${method} ${pattern}`);
    span.set({ 'http.route': pattern });
  };
  return runInsideSpan(span, () => work({ ...asked, tellRoute }));
}
