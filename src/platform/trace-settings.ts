import { z } from 'zod';

/** Which traces are collected, by the names that OpenTelemetry has for it. */
const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplerNames)[number];

/** `url`: where a collector takes spans. `share`: of all traces, 0 to 1, where the sampler asks for it. */
export type TraceSettings = { readonly url: string; readonly sampler: SamplerName; readonly share: number };

const collectorUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && (url.protocol === 'https:' || url.protocol === 'http:'))
    return `${url.href.replace(/\/$/, '')}/v1/traces`;
  context.addIssue('must look like http://collector.example:4318, without a user, a query or a fragment');
  return z.NEVER;
});

const sampler = z.enum(samplerNames, `must be one of ${samplerNames.join(', ')}`);

const sampledShare = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/, 'must be a number from 0 to 1')
  .transform(Number);

// The exporter reads it itself.
const collectorHeaders = z
  .string()
  .regex(/^[\w-]+=[^,]+(?:,\s*[\w-]+=[^,]+)*$/, 'must look like name=value,name=value');

/** The standard variables of OpenTelemetry that are read here. */
export const traceEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: collectorHeaders.optional(),
  OTEL_TRACES_SAMPLER: sampler.default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: sampledShare.default(1),
};

/**
 * True if the environment sets up traces of this server: it names a collector, and nothing turns traces off. Otherwise no other
 * variable is read, since they may be meant for other programs.
 */
export const wantsTraces = (env: Readonly<Record<string, string | undefined>>): boolean =>
  Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim()) &&
  env['OTEL_SDK_DISABLED']?.trim().toLowerCase() !== 'true' &&
  env['OTEL_TRACES_EXPORTER']?.trim() !== 'none';

type Environment = z.infer<z.ZodObject<typeof traceEnvironment>>;

/** Reads where traces are sent; null if they are not collected. */
export function tracesOf(values: Environment): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: share } = values;
  return url === undefined ? null : { url, sampler: values.OTEL_TRACES_SAMPLER, share };
}
