import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const imported = /^import (\w+) from '(?:#src\/([^']+)|(\.[^']+))(?<=\.module\.css)';$/gm;

/** The classes that a component names and its style sheet lacks: each would stand on the page as "undefined". */
function missingIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(imported)].flatMap(([, name = '', fromRoot, beside = '']) => {
    const sheet = readFileSync(fromRoot ? join('src', fromRoot) : join(dirname(file), beside), 'utf8');
    const known = new Set([...sheet.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, each]) => each));
    const used = source.replaceAll(/^import .*$/gm, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
    return [...used].flatMap(([, each = '']) => (known.has(each) ? [] : [`${file}: ${name}.${each}`]));
  });
}

test('components name only classes that their style sheet has', () => {
  const files = globSync('src/**/*.{tsx,astro}');
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(missingIn)).toEqual([]);
});

// In pixels a breakpoint knows nothing of larger text, which needs the narrow layout just as a narrow window does.
test('what depends on the size of the window or of a box is in em', () => {
  const files = globSync('src/**/*.{css,ts,tsx,astro}', { exclude: ['src/generated/**', '**/*.test.*'] });
  const queries = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:@(?:media|container)|matchMedia\(|media=|sizes=)[^;{]*/g)]
      .filter(([query]) => /\d(?:\.\d+)?px/.test(query))
      .map(([query]) => `${file}: ${query.trim()}`),
  );
  expect(queries).toEqual([]);
});
