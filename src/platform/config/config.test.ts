import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { parseConfig, siteOriginOf } from './config.ts';
import { redact } from '../log.ts';
import { secretOf } from './secret.ts';

const installation = {
  PUBLIC_URL: 'https://studio.example',
  SMTP_URL: 'smtp://mail.example:587',
  MAIL_FROM: 'The Studio <hello@studio.example>',
  TEAM_INBOX: 'team@studio.example',
  SECRET: 'c0ffee5eed1234567890abcdefABCDEF',
};

function problemsOf(env: Record<string, string>): string[] {
  const parsed = parseConfig(env);
  return parsed.ok ? [] : parsed.problems;
}

function configOf(env: Record<string, string>) {
  const parsed = parseConfig(env);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
}

describe('without PUBLIC_URL', () => {
  test('an empty environment is a working configuration on loopback', () => {
    const config = configOf({});
    expect(config).toMatchObject({ mode: 'sample', port: 3000, host: '127.0.0.1', publicUrl: null });
    expect(config.secret).toBeNull();
  });

  test('an empty variable counts as absent', () => {
    expect(configOf({ PORT: '', SMTP_URL: '  ', PUBLIC_URL: '' })).toEqual(configOf({}));
  });

  test('applies each other variable independently', () => {
    expect(configOf({ SMTP_URL: 'smtp://127.0.0.1:2525' }).smtpUrl).toBe('smtp://127.0.0.1:2525');
    expect(configOf({ MAIL_FROM: 'a@b.example' }).mailFrom).toEqual({ name: '', address: 'a@b.example' });
    expect(configOf({ TEAM_INBOX: 'a@b.example' }).teamInbox).toBe('a@b.example');
    expect(configOf({}).teamPasskeys).toBe('offered');
    expect(configOf({ TEAM_PASSKEYS: 'required' }).teamPasskeys).toBe('required');
    expect(configOf({}).hstsSubdomains).toBe(false);
    expect(configOf({ HSTS_SUBDOMAINS: 'yes' }).hstsSubdomains).toBe(true);
    expect(configOf({ FORM_FORWARD_URL: 'http://127.0.0.1:9/f' }).formForwardUrl).toBe(
      'http://127.0.0.1:9/f',
    );
    expect(configOf({}).bucket).toBeNull();
    expect(configOf({ FILES_URL: 's3://k:s@h/studio' }).bucket?.endpoint).toBe('https://h/studio');
    expect(configOf({ DATABASE_URL: 'postgres://h/d' }).databaseUrl).toBe('postgres://h/d');
    expect(configOf({ DATABASE_SESSION_URL: 'postgres://s/d' }).databaseSessionUrl).toBe('postgres://s/d');
    expect(configOf({ OTEL_TRACES_SAMPLER_ARG: '0.1' }).traces).toBeNull();
    expect(configOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }).traces).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      sampler: 'parentbased_always_on',
      share: 1,
    });
    expect(configOf({}).drainMs).toBe(0);
    expect(configOf({}).teamMailsAnHour).toBe(30);
    expect(configOf({ TEAM_MAILS_AN_HOUR: '200' }).teamMailsAnHour).toBe(200);
    expect(problemsOf({ TEAM_MAILS_AN_HOUR: '0' })).toHaveLength(1);
    expect(configOf({ DRAIN_SECONDS: '5' }).drainMs).toBe(5000);
    expect(problemsOf({ DRAIN_SECONDS: '61' })).toHaveLength(1);
    expect(configOf({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1' }).trustedProxies).toEqual([
      { address: '127.0.0.1', prefix: 32, family: 'ipv4' },
      { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
      { address: '::1', prefix: 128, family: 'ipv6' },
    ]);
  });

  test('files that cross a network unencrypted are allowed, with a warning', () => {
    expect(configOf({ FILES_URL: 's3://k:s@10.0.0.2/studio?tls=off' }).warnings).toHaveLength(1);
    expect(configOf({ FILES_URL: 's3://k:s@127.0.0.1/studio?tls=off' }).warnings).toEqual([]);
  });

  test('an open host is allowed, with a warning', () => {
    expect(configOf({ HOST: '0.0.0.0' }).warnings).toHaveLength(1);
    expect(configOf({ HOST: '127.0.0.1' }).warnings).toEqual([]);
  });
});

describe('with PUBLIC_URL', () => {
  test('a complete installation is accepted', () => {
    const config = configOf({ ...installation, TRUSTED_PROXIES: '10.0.0.1' });
    expect(config).toMatchObject({ mode: 'public', publicUrl: 'https://studio.example', host: '0.0.0.0' });
    expect(config.mailFrom).toEqual({ name: 'The Studio', address: 'hello@studio.example' });
    expect(config.warnings).toEqual([]);
  });

  test('reports every missing variable at once', () => {
    const problems = problemsOf({ PUBLIC_URL: 'https://studio.example' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'SMTP_URL',
      'MAIL_FROM',
      'TEAM_INBOX',
      'SECRET',
    ]);
  });

  test('reports wrong and missing variables together', () => {
    const wrong = { PORT: 'x', HSTS_SUBDOMAINS: 'true', SECRET: '0123456789' };
    const problems = problemsOf({ PUBLIC_URL: 'https://studio.example', ...wrong });
    expect(problems).toContain('HSTS_SUBDOMAINS must be yes or no');
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'HSTS_SUBDOMAINS',
      'SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'TEAM_INBOX',
    ]);
  });

  test('refuses a repetitive secret', () => {
    expect(problemsOf({ ...installation, SECRET: 'a'.repeat(40) })).toHaveLength(1);
  });

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'plain http is accepted for the loopback host %s',
    (url) => expect(configOf({ ...installation, PUBLIC_URL: url }).publicUrl).toBe(url),
  );

  test.each([
    'http://studio.example',
    'ftp://studio.example',
    'studio.example',
    'https://studio.example/site',
    'https://studio.example/?a=1',
    'https://me@studio.example',
  ])('%s is refused as a public address', (url) => {
    expect(problemsOf({ ...installation, PUBLIC_URL: url })).toHaveLength(1);
  });
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://h/d'],
  ['FILES_URL', 's3://host/studio'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
  ['MAIL_FROM', 'Name\r\nBcc: x@y.example <a@b.example>'],
  ['TEAM_INBOX', 'team'],
  ['FORM_FORWARD_URL', 'http://forms.example/f'],
  ['FORM_FORWARD_URL', 'file:///etc/passwd'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['SECRET', 'much too short'],
  ['METRICS_TOKEN', 'much-too-short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@collector.example:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a-token-alone'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['METRICS_TOKEN', 'no header can bear what is between these words'],
])('%s=%j is refused by name', (name, value) => {
  const problems = problemsOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    [name]: value,
  });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} `));
});

test.each<Record<string, string>>([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4317', OTEL_SDK_DISABLED: 'TRUE' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4317', OTEL_TRACES_EXPORTER: 'none' },
])('what an environment says to other programs of OpenTelemetry is not read: %j', (given) => {
  const others = {
    OTEL_EXPORTER_OTLP_HEADERS: 'key=value,',
    OTEL_TRACES_SAMPLER: 'xray',
    OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://localhost:14250',
  };
  expect(configOf({ ...others, ...given }).traces).toBeNull();
});

test('generates a secret once, readable by its owner only', async () => {
  const dataDir = join(makeTestFolder(), 'data');
  const made = await secretOf({ secret: null, dataDir });
  expect(made).toHaveLength(64);
  expect(await secretOf({ secret: null, dataDir })).toBe(made);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(`${made}\n`);
});

test('a build is for the public origin, or for the sample studio on this machine', () => {
  expect(siteOriginOf({ PUBLIC_URL: 'https://studio.example/' })).toBe('https://studio.example');
  expect(siteOriginOf({})).toBe('http://localhost:3000');
  expect(siteOriginOf({ PUBLIC_URL: '' })).toBe('http://localhost:3000');
});

test('builds with a malformed PUBLIC_URL, which the server reports with every other problem', () => {
  expect(siteOriginOf({ PUBLIC_URL: 'studio' })).toBe('http://localhost:3000');
});

test('logs the full reason of a refused setting', () => {
  const others = ['DATABASE_URL', 'DATABASE_SESSION_URL', 'FILES_URL', 'FORM_FORWARD_URL', 'PORT'];
  const choices = [
    'TRUSTED_PROXIES',
    'TEAM_PASSKEYS',
    'HSTS_SUBDOMAINS',
    'DRAIN_SECONDS',
    'METRICS_TOKEN',
    'TEAM_MAILS_AN_HOUR',
  ];
  const names = [...Object.keys(installation), ...others, ...choices];
  const problems = problemsOf(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(problems.length).toBeGreaterThanOrEqual(names.length);
  expect(problems.map(redact)).toEqual(problems);
});
