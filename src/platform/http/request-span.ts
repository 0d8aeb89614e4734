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
  /** True if the client is a proxy that may set the trace id and the sampling decision. */
  readonly isFromProxy: (request: IncomingMessage) => boolean;
};

/**
 * Handles a request within a span: its method, route pattern, status and duration until the last byte was sent (for
 * event streams, which last for hours, until the first).
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
    // No status if the client disconnected first.
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
