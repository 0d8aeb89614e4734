import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sources } from '../scripts/stamp.mjs';
import { installation } from './harness/spawn-server.ts';

// ops/Containerfile and ops/compose.yaml, as far as they can be checked without building an image.

type Service = {
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly volumes: readonly string[];
  readonly stop_grace_period?: string;
};

const containerfile = readFileSync('ops/Containerfile', 'utf8');
const { services } = parse(readFileSync('ops/compose.yaml', 'utf8')) as {
  services: Readonly<Record<'studio' | 'database' | 'proxy', Service>>;
};

test('an image is built of everything that a build depends on', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied).toEqual(expect.arrayContaining(sources.map((source) => source.split('/')[0])));
});

test('the image that runs has no npm, no sources and another user than root', () => {
  const final = containerfile.split(/^FROM /m).at(-1) ?? '';
  expect(final).not.toMatch(/npm|^COPY (?!--from)/m);
  expect(final).toMatch(/^USER (?!0)\d+:\d+$/m);
  expect(final).toMatch(/^HEALTHCHECK /m);
});

test('every service of the compose file is sealed', () => {
  for (const [name, service] of Object.entries(services))
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
    });
});

test('the server believes the proxy, and nobody else, who a visitor is', () => {
  expect(services.studio.environment['TRUSTED_PROXIES']).toBe(
    services.proxy.networks['outside']?.ipv4_address,
  );
  expect(services.proxy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
});

test('a container gets as long to stop as the unit', () => {
  const [stopS] = /(?<=^TimeoutStopSec=)\d+$/m.exec(readFileSync('ops/antinode.service', 'utf8')) ?? [];
  expect(services.studio.stop_grace_period).toBe(`${stopS}s`);
});

test('the example of the environment names everything that an installation needs', () => {
  const example = readFileSync('ops/antinode.env.example', 'utf8');
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(Object.keys(installation)));
});
