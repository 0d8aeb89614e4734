import type { StreamHub } from './stream-hub.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Tells a proxy to hand on each event at once.
  'x-accel-buffering': 'no',
};

const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

/** The number of the last event that a request says it has: of its broken stream, else of its page. */
export function afterOf(request: Request): number | null | 'malformed' {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after');
  if (text === null) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : 'malformed';
}

/**
 * Answers with the events of a hub, as a stream that stays open until one side closes it. Answers 400 to a malformed number,
 * 429 where there are too many, and 503 while the server starts or stops.
 */
export function streamEvents<Owner>(hub: StreamHub<Owner> | null, request: Request, owner: Owner): Response {
  const after = afterOf(request);
  if (after === 'malformed') return refuse(400, 'That is no number of an event.');
  if (!hub) return refuse(503, 'Starting', { 'retry-after': '1' });
  if (request.method !== 'GET') return new Response(null, { headers: streamHeaders });
  const bytes = new TextEncoder();
  let isOpen = true;
  let close = () => {};
  let refusal: 'stopping' | 'too-many' | null = null;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (isOpen) controller.enqueue(bytes.encode(text));
      };
      const end = () => {
        if (isOpen) controller.close();
        close();
      };
      const outcome = hub.subscribe({ ...owner, after, write, end });
      if (!outcome.ok) refusal = outcome.reason;
      else
        close = () => {
          isOpen = false;
          outcome.unsubscribe();
        };
    },
    cancel: () => close(),
  });
  if (refusal === 'too-many')
    return refuse(429, 'Too many pages are open. Close some, and try again in a minute.', {
      'retry-after': '60',
    });
  if (refusal === 'stopping') return refuse(503, 'Stopping', { 'retry-after': '1' });
  return new Response(body, { headers: streamHeaders });
}
