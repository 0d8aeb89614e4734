import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Tracer } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { version } from '../version.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Span, SpanStart, Tracing } from './spans.ts';
import type { SamplerName, TraceSettings } from '../trace-settings.ts';

const stopWithinMs = 2000;
// About 4 MB; further spans are dropped while the collector is unavailable.
const queue = { maxQueueSize: 2048, maxExportBatchSize: 512, scheduledDelayMillis: 5000 };
// Batches are sent sequentially, and the rest when the server stops. A collector that takes minutes to respond holds at
// most these.
const concurrencyLimit = 1 + queue.maxQueueSize / queue.maxExportBatchSize;
const spanLimits = { attributeValueLengthLimit: 100 };

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

const samplers: Readonly<Record<SamplerName, (share: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (share) => new TraceIdRatioBasedSampler(share),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (share) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
};

/**
 * The resource of the spans: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES, or the product; each process has its own
 * id.
 */
const resource = () =>
  resourceFromAttributes({ 'service.name': 'antinode', 'service.version': version }).merge(
    detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }),
  );

/** Returns the code of a failure from the database or system; messages might quote user input. */
function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if ('code' in cause && /^[\dA-Z_]{1,30}$/.test(String(cause.code))) return String(cause.code);
  return 'error';
}

type Root = { isEnded: boolean };

function openSpan(tracer: Tracer, start: SpanStart, parent: Context, root: Root | null): Span {
  const { name, kind, fields } = start;
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...fields } }, parent);
  const { traceId, spanId, traceFlags } = span.spanContext();
  const own = root ?? { isEnded: false };
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  return {
    rename: (to) => void span.updateName(to),
    set: (more) => void span.setAttributes({ ...more }),
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error !== undefined) span.setAttribute('error.type', codeOf(error));
    },
    end() {
      span.end();
      if (root === null) own.isEnded = true;
    },
    child: (next) => openSpan(tracer, next, trace.setSpan(ROOT_CONTEXT, span), own),
    isOpen: () => span.isRecording() && !own.isEnded,
    traceparent: () => (own.isEnded ? null : traceparent),
  };
}

/** Logs once that the collector is unreachable, and once that it has recovered, with the number of lost spans. */
function withOutages(exporter: SpanExporter, { log, clock }: Needs): SpanExporter {
  let away: { since: Date; lost: number } | null = null;
  function note({ code, error }: ExportResult, count: number): void {
    if (code === ExportResultCode.SUCCESS) {
      if (!away) return;
      const awayS = Math.round((clock.now().getTime() - away.since.getTime()) / 1000);
      log.info('traces arrive again', { awayS, lost: away.lost });
      away = null;
    } else if (away) away.lost += count;
    else {
      away = { since: clock.now(), lost: count };
      // As text, since an error object would be treated as a database error.
      log.warn('traces do not arrive', { reason: error?.message || 'the collector refuses them' });
    }
  }
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        note(result, spans.length);
        // The failure was already reported above.
        onResult({ code: ExportResultCode.SUCCESS });
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

type Needs = { readonly log: Log; readonly clock: Clock; readonly exporter?: SpanExporter };

/**
 * Collects spans and sends them over OTLP/HTTP to a collector, a few hundred at a time. Never throws and never delays
 * other work.
 */
export function openTracing({ url, sampler, share }: TraceSettings, needs: Needs): Tracing {
  const exporter = needs.exporter ?? new OTLPTraceExporter({ url, concurrencyLimit });
  const provider = new TracerProvider({
    sampler: samplers[sampler](share),
    spanLimits,
    resource: resource(),
    spanProcessors: [new BatchSpanProcessor({ exporter: withOutages(exporter, needs), ...queue })],
  });
  const tracer = provider.getTracer('antinode', version);
  return {
    begin(start, traceparent) {
      const remote = traceparent === null ? null : parseTraceParent(traceparent);
      const parent = remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : ROOT_CONTEXT;
      return openSpan(tracer, start, parent, null);
    },
    stop: () => withTimeout(provider.shutdown(), stopWithinMs).catch(() => undefined),
  };
}
