import type { EventHub } from './event-hub.ts';
import type { EventReader } from './event-stream.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy is not to wait until it has collected some.
  'x-accel-buffering': 'no',
};

const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers },
  });

/** The last number that a request says it has: of a broken stream that is taken up again, else of its page. */
function afterOf(request: Request): number | null | 'malformed' {
  const text = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after');
  if (text === null) return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : 'malformed';
}

/** Answers with a client's events for as long as the reader stays. */
export function streamEvents(
  hub: EventHub | null,
  request: Request,
  reader: Pick<EventReader, 'clientId' | 'sessionId' | 'isPresence'>,
): Response {
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
      const opened = hub.open({ ...reader, after, write, end });
      if (!opened.ok) refusal = opened.reason;
      else
        close = () => {
          isOpen = false;
          opened.close();
        };
    },
    cancel: () => close(),
  });
  if (refusal === 'too-many') return refuse(429, 'There are too many of these streams.');
  if (refusal === 'stopping') return refuse(503, 'Stopping', { 'retry-after': '1' });
  return new Response(body, { headers: streamHeaders });
}
