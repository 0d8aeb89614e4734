import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The configuration of nginx that docs/operations.md gives.

const [, example = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];

test('the example for nginx logs no address that opens what it leads to', () => {
  const [, pattern = ''] = /^ {2}~(\S+) 0;$/m.exec(example) ?? [];
  const unlogged = new RegExp(pattern);
  const pages = globSync('src/pages/**/[[]token[]]*').map((path) => path.replace('src/pages', ''));
  expect(pages.length).toBeGreaterThan(3);
  expect([...pages, '/sign-in/token'].filter((path) => !unlogged.test(path))).toEqual([]);
  const servers = example.split(/^server \{$/m).slice(1);
  expect(servers).toHaveLength(2);
  for (const server of servers) expect(server).toMatch(/access_log (?:off|\S+ combined if=\$is_logged);/);
});
