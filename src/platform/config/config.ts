import { resolve } from 'node:path';
import { z } from 'zod';
import { bucketAddressOf, type BucketAddress } from '../bucket-address.ts';
import { addressRangeOf, type AddressRange } from '../client-address.ts';
import { traceEnvironment, tracesOf, wantsTraces, type TraceSettings } from '../trace-settings.ts';
import { cleanEmail } from '../clean-email.ts';
import { isMailAddress, mailboxOf, type Mailbox } from '../mail/mail-address.ts';
import { misspeltSettings } from './misspelt-settings.ts';

export type Config = {
  /** `sample`: no PUBLIC_URL, a studio to try out. `public`: a real installation. */
  mode: 'sample' | 'public';
  port: number;
  host: string;
  /** The public origin, without a trailing slash; null in sample mode. */
  publicUrl: string | null;
  databaseUrl: string | null;
  /**
   * The address for connections that keep their session, if `databaseUrl` names a pooler that shares connections between
   * transactions.
   */
  databaseSessionUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** The bucket with clients' files; null if they are in a folder of the data directory. */
  bucket: BucketAddress | null;
  smtpUrl: string | null;
  mailFrom: Mailbox;
  teamInbox: string;
  /**
   * Maximum number of individual emails to the team's inbox per hour; above it a summary is sent each quarter of an
   * hour.
   */
  teamMailsAnHour: number;
  formForwardUrl: string | null;
  trustedProxies: AddressRange[];
  /** How long a stopping server fails its readiness check before it refuses new connections, in milliseconds. */
  drainMs: number;
  /** Whether every team member needs a passkey as their second factor, or only those who have added one. */
  teamPasskeys: 'offered' | 'required';
  /** Whether the host's subdomains are HTTPS only, too. */
  hstsSubdomains: boolean;
  /** Null in sample mode: it is generated and stored in the data directory (see secret.ts). */
  secret: string | null;
  /** Bearer token for /metrics; null if metrics are disabled. */
  metricsToken: string | null;
  /** Where spans are sent; null if tracing is disabled. */
  traces: TraceSettings | null;
  /** Warnings about allowed but risky settings. */
  warnings: string[];
};

export type ParsedConfig = { ok: true; config: Config } | { ok: false; problems: string[] };

const shortestSecret = 32;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

const isLoopback = (host: string) => loopbackHosts.has(host) || host.startsWith('127.');

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be a number from 0 to 65535');

const publicUrl = z.string().transform((text, context) => {
  const url = urlOf(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    context.addIssue('must be an https origin, such as https://studio.example');
    return z.NEVER;
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    context.addIssue('must be https (http is accepted for a loopback host only)');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    context.addIssue('must be an origin alone: no path, query, fragment or user');
  }
  return url.origin;
});

const urlWith = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(urlOf(text)?.protocol ?? ''),
      `must look like ${example}, with user and password before the host`,
    );

const filesUrl = z.string().transform((text, context) => {
  const read = bucketAddressOf(text);
  if ('address' in read) return read.address;
  context.addIssue(read.problem);
  return z.NEVER;
});

const formForwardUrl = z.string().superRefine((text, context) => {
  const url = urlOf(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    context.addIssue('must look like https://forms.example/f/abc');
  } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    context.addIssue('must be https (http is accepted for a loopback host only)');
  }
});

const trustedProxies = z.string().transform((text, context) => {
  const ranges: AddressRange[] = [];
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue;
    const range = addressRangeOf(item);
    if (!range) context.addIssue(`"${item}" is neither an address nor a CIDR range`);
    else if (range.prefix === 0) context.addIssue(`"${item}" would let anybody choose their own address`);
    else ranges.push(range);
  }
  return ranges;
});

const teamPasskeys = z.enum(['offered', 'required'], 'must be offered or required');

const hstsSubdomains = z.enum(['yes', 'no'], 'must be yes or no');

const mailFrom = z.string().transform((text, context) => {
  const mailbox = mailboxOf(text);
  if (mailbox) return mailbox;
  context.addIssue('must be an address, or a name and behind it the address in angle brackets');
  return z.NEVER;
});

const secret = z
  .string()
  .min(shortestSecret, `must have at least ${shortestSecret} characters (try: openssl rand -hex 32)`)
  .refine((text) => new Set(text).size >= 8, 'is too easy to guess (try: openssl rand -hex 32)');

const databaseUrl = urlWith(['postgres:', 'postgresql:'], 'postgres://host:5432/database');

const longestDrainS = 60;
const drainSeconds = z
  .string()
  .regex(/^\d{1,2}$/, `must be a number from 0 to ${longestDrainS}`)
  .transform(Number)
  .refine((value) => value <= longestDrainS, `must be a number from 0 to ${longestDrainS}`);

const teamMailsAnHour = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999')
  .transform(Number);

const environmentSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().regex(/^\S+$/, 'must be a host name or an address').optional(),
  PUBLIC_URL: publicUrl.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_SESSION_URL: databaseUrl.optional(),
  DATA_DIR: z.string().default('data'),
  FILES_URL: filesUrl.optional(),
  SMTP_URL: urlWith(['smtp:', 'smtps:'], 'smtp://host:587').optional(),
  MAIL_FROM: mailFrom.optional(),
  TEAM_INBOX: z.string().transform(cleanEmail).refine(isMailAddress, 'must be one email address').optional(),
  TEAM_MAILS_AN_HOUR: teamMailsAnHour.default(30),
  FORM_FORWARD_URL: formForwardUrl.optional(),
  TRUSTED_PROXIES: trustedProxies.default([]),
  DRAIN_SECONDS: drainSeconds.default(0),
  TEAM_PASSKEYS: teamPasskeys.default('offered'),
  HSTS_SUBDOMAINS: hstsSubdomains.default('no'),
  SECRET: secret.optional(),
  METRICS_TOKEN: secret.regex(/^[\w.~+/-]+=*$/, 'must be letters, digits and . _ ~ + / - alone').optional(),
  ...traceEnvironment,
});

type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads the whole configuration from environment variables, empty ones counting as absent.
 * Reports every problem at once, one sentence each, beginning with the variable's name.
 */
export function parseConfig(env: Record<string, string | undefined>): ParsedConfig {
  const given: Record<string, string> = {};
  const isTraced = wantsTraces(env);
  for (const name of Object.keys(environmentSchema.shape)) {
    if (name in traceEnvironment && !isTraced) continue;
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = environmentSchema.safeParse(given, { jitless: true });
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
  const settings = Object.keys(environmentSchema.shape).filter((name) => !(name in traceEnvironment));
  const problems = [...wrong, ...missingOf(given), ...misspeltSettings(env, settings)];
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: configOf(parsed.data) };
}

function missingOf(given: Record<string, string>): string[] {
  if (given['PUBLIC_URL'] === undefined) return [];
  return ['SMTP_URL', 'MAIL_FROM', 'TEAM_INBOX', 'SECRET']
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is missing; PUBLIC_URL makes it necessary`);
}

function configOf(values: Environment): Config {
  const isPublic = values.PUBLIC_URL !== undefined;
  const host = values.HOST ?? (isPublic ? '0.0.0.0' : '127.0.0.1');
  return {
    mode: isPublic ? 'public' : 'sample',
    port: values.PORT,
    host,
    publicUrl: values.PUBLIC_URL ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseSessionUrl: values.DATABASE_SESSION_URL ?? null,
    dataDir: resolve(values.DATA_DIR),
    bucket: values.FILES_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? { name: '', address: 'studio@localhost' },
    teamInbox: values.TEAM_INBOX ?? 'team@localhost',
    teamMailsAnHour: values.TEAM_MAILS_AN_HOUR,
    formForwardUrl: values.FORM_FORWARD_URL ?? null,
    trustedProxies: values.TRUSTED_PROXIES,
    drainMs: values.DRAIN_SECONDS * 1000,
    teamPasskeys: values.TEAM_PASSKEYS,
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'yes',
    secret: values.SECRET ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    traces: tracesOf(values),
    warnings: warningsOf(values, host),
  };
}

function warningsOf(values: Environment, host: string): string[] {
  const warnings: string[] = [];
  if (values.PUBLIC_URL === undefined && !isLoopback(host)) {
    warnings.push(`HOST ${host} without PUBLIC_URL: requests for localhost alone are answered`);
  }
  if (values.PUBLIC_URL?.startsWith('https:') && values.TRUSTED_PROXIES.length === 0) {
    warnings.push('TRUSTED_PROXIES is empty: every visitor behind the TLS proxy counts as one network');
  }
  const { endpoint } = values.FILES_URL ?? {};
  if (endpoint?.startsWith('http:') && !isLoopback(new URL(endpoint).hostname))
    warnings.push('FILES_URL with tls=off: files cross the network for anybody there to read');
  return warnings;
}

/** Origin of absolute addresses in a build made without PUBLIC_URL. */
const sampleOrigin = 'http://localhost:3000';

/**
 * The origin that a build writes into canonical links, feeds and social pictures. Prerendered pages hold it, so
 * a build made for another `PUBLIC_URL` is stale. A malformed value is left for parseConfig to report.
 */
export function siteOriginOf(env: { readonly PUBLIC_URL?: string | undefined }): string {
  return env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).origin : sampleOrigin;
}
