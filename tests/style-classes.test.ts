import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const imported = /^import (\w+) from '(?:#src\/([^']+)|(\.[^']+))(?<=\.module\.css)';$/gm;

/** The classes that a component uses and its style sheet lacks: each would be rendered as "undefined". */
function missingIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(imported)].flatMap(([, name = '', fromRoot, beside = '']) => {
    const sheet = readFileSync(fromRoot ? join('src', fromRoot) : join(dirname(file), beside), 'utf8');
    const known = new Set([...sheet.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, each]) => each));
    const used = source.replaceAll(/^import .*$/gm, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
    return [...used].flatMap(([, each = '']) => (known.has(each) ? [] : [`${file}: ${name}.${each}`]));
  });
}

test('uses only classes in components that their style sheet has', () => {
  const files = globSync('src/**/*.{tsx,astro}');
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingIn)).toEqual([]);
});

// A breakpoint in pixels ignores larger text, which needs the narrow layout just like a narrow window.
test('uses em for everything that depends on the size of a window or container', () => {
  const files = globSync('src/**/*.{css,ts,tsx,astro}', { exclude: ['src/generated/**', '**/*.test.*'] });
  const queries = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:@(?:media|container)|matchMedia\(|media=|sizes=)[^;{]*/g)]
      .filter(([query]) => /\d(?:\.\d+)?px/.test(query))
      .map(([query]) => `${file}: ${query.trim()}`),
  );
  expect(queries).toEqual([]);
});
