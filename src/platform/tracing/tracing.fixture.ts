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
/** Stands in all that is sent, and in nothing else. */
export const mark = 'zebrafink';

/** An exporter that keeps what it is given, or fails as long as `error` says so. */
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
  /** Everything so far, in the order in which it ended, each with the name of what it is a part of. */
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

/** Runs something within a span, and says what was told of it beside that span. */
export async function traced(work: () => Promise<unknown>) {
  const { tracing, told } = startTracing();
  const span = tracing.begin(start, null);
  await runInsideSpan(span, work);
  span.end();
  return (await told()).filter(({ name }) => name !== 'test');
}
