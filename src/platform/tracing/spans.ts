import { AsyncLocalStorage } from 'node:async_hooks';

// The tracing interface for the rest of the product. The library that collects and sends traces is loaded only if
// tracing is configured (open-tracing.ts).

/** The fields of a span: fixed terms and numbers; no user input or personal data. */
export type SpanFields = Readonly<Record<string, string | number | boolean>>;

/** The kind of a span. `server`: an incoming request; `client`: a request to another service; `consumer`: a job. */
export type SpanStart = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly fields: SpanFields;
};

/** An operation and its duration. */
export type Span = {
  readonly rename: (name: string) => void;
  readonly set: (fields: SpanFields) => void;
  /** Marks it as failed, with the error's code only. */
  readonly fail: (error?: unknown) => void;
  readonly end: () => void;
  readonly child: (start: SpanStart) => Span;
  /** False if it is not sampled, or once its request or job has ended. */
  readonly isOpen: () => boolean;
  /** The W3C Trace Context of the span. Null once its request or job has ended. */
  readonly traceparent: () => string | null;
};

export type Tracing = {
  /** Starts a trace, or continues the one of this `traceparent`. */
  readonly begin: (start: SpanStart, traceparent: string | null) => Span;
  /** Sends remaining spans, for at most two seconds. */
  readonly stop: () => Promise<void>;
};

// The server bundle and the page bundle each contain a copy of this module; a registered symbol is shared.
const key = Symbol.for('antinode.span');
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<Span> | undefined>;
const current = (holder[key] ??= new AsyncLocalStorage<Span>());

/** Runs `work` with this as the current span, the parent of spans started in it. */
export const runInsideSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

/** Returns the W3C Trace Context of the current span; null if there is none or it has ended. */
export const currentTraceparent = (): string | null => current.getStore()?.traceparent() ?? null;

/**
 * Runs `work` as a span within the current request or job. Outside of one, or after its end, there is no span and
 * `work` receives null, as for work shared by several requests.
 */
export async function inSpan<T>(start: SpanStart, work: (span: Span | null) => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (!parent?.isOpen()) return work(null);
  const span = parent.child(start);
  try {
    return await runInsideSpan(span, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
