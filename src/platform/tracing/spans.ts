import { AsyncLocalStorage } from 'node:async_hooks';

// Traces as the rest of the product sees them. The library that collects and sends them is loaded only if tracing is set up
// (open-tracing.ts).

/** The fields of a span: the product's own words and numbers; nothing that people typed, are called or can be found by. */
export type SpanFields = Readonly<Record<string, string | number | boolean>>;

/** What a span measures. `server`: a request to us; `client`: our request to another service; `consumer`: a job. */
export type SpanStart = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly fields: SpanFields;
};

/** One thing that is being done, and how long it takes. */
export type Span = {
  readonly rename: (name: string) => void;
  readonly set: (fields: SpanFields) => void;
  /** Says that it failed, with the code of the error alone. */
  readonly fail: (error?: unknown) => void;
  readonly end: () => void;
  readonly child: (start: SpanStart) => Span;
  /** False where it is not among those that are collected, and once the request or the job that it belongs to has ended. */
  readonly isOpen: () => boolean;
  /** The W3C Trace Context of the span. Null once the request or the job that it belongs to has ended. */
  readonly traceparent: () => string | null;
};

export type Tracing = {
  /** Starts a trace, or continues the one of this `traceparent`. */
  readonly begin: (start: SpanStart, traceparent: string | null) => Span;
  /** Sends what is left, for two seconds at most. */
  readonly stop: () => Promise<void>;
};

// The bundled server and the pages' bundle hold a copy of this module each; a registered symbol is shared.
const key = Symbol.for('antinode.span');
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<Span> | undefined>;
const current = (holder[key] ??= new AsyncLocalStorage<Span>());

/** Runs `work` with this as the current span: spans that begin in it are its children. */
export const runInsideSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

/** The W3C Trace Context of the present span; null outside of any, or once it has ended. */
export const currentTraceparent = (): string | null => current.getStore()?.traceparent() ?? null;

/**
 * Runs `work` as a span within the present request or job. Outside of one, or after it has ended, there is no span and `work` gets
 * null, as for work that several requests share.
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
