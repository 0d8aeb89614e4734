import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The configurations of proxies in ops/; proxies.e2e.ts runs them.

const nginx = readFileSync('ops/nginx.conf', 'utf8');
const caddy = readFileSync('ops/Caddyfile', 'utf8');
const haproxy = readFileSync('ops/haproxy.cfg', 'utf8');

const secretPaths = () => {
  const pages = globSync('src/pages/**/[[]token[]]*').map((path) => path.replace('src/pages', ''));
  expect(pages.length).toBeGreaterThan(3);
  return [...pages, '/sign-in/token'];
};

test('logs no URL that grants access in the example for nginx', () => {
  const [, pattern = ''] = /^ {2}~(\S+) 0;$/m.exec(nginx) ?? [];
  const unlogged = new RegExp(pattern);
  expect(secretPaths().filter((path) => !unlogged.test(path))).toEqual([]);
  const servers = nginx.split(/^server \{$/m).slice(1);
  expect(servers).toHaveLength(2);
  for (const server of servers) expect(server).toMatch(/access_log (?:off|\S+ combined if=\$is_logged);/);
});

test('cuts every URL that grants access in the example for Caddy', () => {
  const [, pattern = ''] = /request>uri regexp "(\S+)"/.exec(caddy) ?? [];
  const cut = new RegExp(pattern);
  expect(secretPaths().map((path) => path.replace(cut, '/$1/…'))).toEqual(
    secretPaths().map((path) => `/${path.split('/')[1]}/…`),
  );
});

test('logs no URL that grants access in the example for HAProxy, over https or http', () => {
  const [, listed = ''] =
    /^ {2}http-request set-log-level silent if \{ path_beg (.*) \}$/m.exec(haproxy) ?? [];
  const unlogged = listed.split(' ');
  expect(secretPaths().filter((path) => !unlogged.some((prefix) => path.startsWith(prefix)))).toEqual([]);
  // The first matching rule is the last one that is evaluated.
  expect(haproxy.indexOf('set-log-level silent')).toBeLessThan(haproxy.indexOf('http-request redirect'));
});
