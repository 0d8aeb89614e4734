import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { bucketAddressOf } from '#src/platform/bucket-address.ts';
import { sources } from '../scripts/stamp.mjs';
import { installation } from './harness/spawn-server.ts';

// Checks ops/Containerfile and ops/compose.yaml as far as possible without building an image.

type Service = {
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly volumes: readonly string[];
  readonly stop_grace_period?: string;
};
type Services = Readonly<Record<string, Service>>;

const containerfile = readFileSync('ops/Containerfile', 'utf8');
const example = readFileSync('ops/antinode.env.example', 'utf8');
const docs = ['install', 'containers', 'backup', 'scaling']
  .map((page) => readFileSync(`docs/${page}.md`, 'utf8'))
  .join('\n');
const servicesOf = (file: string) => (parse(readFileSync(file, 'utf8')) as { services: unknown }).services;
const services = servicesOf('ops/compose.yaml') as Readonly<Record<'studio' | 'database' | 'proxy', Service>>;
const { studio: toStore, ...ofStore } = servicesOf('ops/compose.store.yaml') as Services;

test('copies all inputs of a build into the image', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied).toEqual(expect.arrayContaining(sources.map((source) => source.split('/')[0])));
});

test('has no npm and no sources in the run-time image, and does not run as root', () => {
  const final = containerfile.split(/^FROM /m).at(-1) ?? '';
  expect(final).not.toMatch(/npm|^COPY (?!--from)/m);
  expect(final).toMatch(/^USER (?!0)\d+:\d+$/m);
  expect(final).toMatch(/^HEALTHCHECK /m);
});

test('isolates every service of the compose files', () => {
  for (const [name, service] of Object.entries({ ...services, ...ofStore }))
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      // The bucket's creation runs once.
      restart: name === 'bucket' ? 'no' : 'unless-stopped',
    });
});

test('gives the store of the compose file a URL that the server accepts', () => {
  const url = toStore?.environment['FILES_URL']?.replace('${STORE_SECRET:?}', 'abc') ?? '';
  expect(bucketAddressOf(url)).toMatchObject({
    address: { accessKey: ofStore['store']?.environment['ROOT_ACCESS_KEY'], bucket: 'studio' },
  });
});

test("makes the server trust only the proxy with visitors' addresses", () => {
  expect(services.studio.environment['TRUSTED_PROXIES']).toBe(
    services.proxy.networks['outside']?.ipv4_address,
  );
  expect(services.proxy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
});

test('gives a container as long to stop as the unit', () => {
  const [stopS] = /(?<=^TimeoutStopSec=)\d+$/m.exec(readFileSync('ops/antinode.service', 'utf8')) ?? [];
  expect(services.studio.stop_grace_period).toBe(`${stopS}s`);
});

test('lists every required setting in the environment example', () => {
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(Object.keys(installation)));
});

test('parses the environment example identically in systemd, podman and compose', () => {
  const values = [...example.matchAll(/^#? ?[A-Z_]+=(.*)$/gm)].map(([, value = '']) => value);
  expect(values.length).toBeGreaterThan(8);
  expect(values.filter((value) => /[$"'\\]|\s#/.test(value))).toEqual([]);
});

test('restarts a container of the docs with the machine', () => {
  const started = docs.match(/^podman run --detach .*$/gm) ?? [];
  expect(started.length).toBeGreaterThan(0);
  // The only policy that podman-restart.service supports.
  for (const line of started) expect(line).toContain('--restart=always');
  expect(docs).toContain('enable podman-restart');
});

test('passes no secret as a command-line argument in the docs', () => {
  const commands = [...docs.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('');
  expect(commands).toContain('dist/restore.mjs');
  expect(commands).not.toMatch(/^[^#\n]*\b(?:FILES_URL|DATABASE_URL|SMTP_URL|SECRET)=/m);
});
