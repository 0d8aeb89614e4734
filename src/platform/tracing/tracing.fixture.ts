import { SpanStatusCode } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { quiet } from '../jobs/jobs.fixture.ts';
import { openTracing } from './open-tracing.ts';
import { runInsideSpan } from './spans.ts';

export const clock = { now: () => new Date(0) };
export const all = {
  url: 'http://collector.example/v1/traces',
  sampler: 'parentbased_always_on',
  share: 1,
} as const;
export const start = { name: 'test', kind: 'server', fields: {} } as const;
/** A marker contained only in user input. */
export const mark = 'zebrafink';

/** An exporter that stores spans, or fails while `error` is set. */
export function recording() {
  const spans: ReadableSpan[] = [];
  const state: { error?: Error } = {};
  const exporter: SpanExporter = {
    export(given, onResult) {
      if (state.error) return onResult({ code: ExportResultCode.FAILED, error: state.error });
      spans.push(...given);
      onResult({ code: ExportResultCode.SUCCESS });
    },
    shutdown: async () => undefined,
  };
  return { spans, state, exporter };
}

export function startTracing(traceSettings: Parameters<typeof openTracing>[0] = all) {
  const { spans, exporter } = recording();
  const tracing = openTracing(traceSettings, { log: quiet, clock, exporter });
  /** All spans so far, in the order they ended, each with its parent's name. */
  const told = async () => {
    await tracing.stop();
    const nameOf = (id?: string) => spans.find((span) => span.spanContext().spanId === id)?.name ?? null;
    return spans.map((span) => ({
      name: span.name,
      within: nameOf(span.parentSpanContext?.spanId),
      fields: span.attributes,
      isFailed: span.status.code === SpanStatusCode.ERROR,
    }));
  };
  return { tracing, spans, told };
}

/** Runs a function within a span and returns the other recorded spans. */
export async function traced(work: () => Promise<unknown>) {
  const { tracing, told } = startTracing();
  const span = tracing.begin(start, null);
  await runInsideSpan(span, work);
  span.end();
  return (await told()).filter(({ name }) => name !== 'test');
}
