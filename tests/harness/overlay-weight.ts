import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = 'dist/client/_astro';

/** A file of the build and its size in gzip bytes. */
export type Part = {
  readonly name: string;
  readonly gzip: number;
};

/** Returns `starts` and everything that they import, each once. */
function closureOf(starts: readonly string[], nextOf: (name: string) => readonly string[]): string[] {
  const found = new Set<string>(starts);
  for (const name of found) for (const next of nextOf(name)) found.add(next);
  return [...found];
}

/**
 * Returns the code that the overlay adds to a page beyond React, read from the built files: the scripts that load when
 * it opens, those that load when a figure is saved, and the worklet that loads when it listens.
 */
export function overlayWeight(): Record<'scripts' | 'saving' | 'worklets' | 'styles', readonly Part[]> {
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const codeOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const partOf = (name: string): Part => ({ name, gzip: gzipSync(codeOf(name), { level: 9 }).length });
  const importsOf = (name: string) =>
    [...codeOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, file = '']) => file);
  const namedIn = (name: string) => files.filter((other) => other !== name && codeOf(name).includes(other));

  // Present without the overlay: the pages' scripts, React and its dependencies.
  const pageScripts = files.filter((name) => name.includes('astro_type_script'));
  const react = files.filter((name) => name.startsWith('react.'));
  const hosts = files.filter((name) => name.startsWith('overlay-host.'));
  if (hosts.length !== 1 || react.length !== 1)
    throw new Error('The build does not hold one overlay and one React');
  const others = new Set(closureOf([...pageScripts, ...react], importsOf));
  const isOverlays = (name: string) => !others.has(name);
  const opening = closureOf(hosts, importsOf);
  const code = closureOf(hosts, (name) => (isOverlays(name) ? namedIn(name) : []))
    .filter((name) => isOverlays(name) && name.endsWith('.js'))
    .map(partOf);
  const scripts = code.filter(({ name }) => !name.includes('worklet'));
  return {
    scripts: scripts.filter(({ name }) => opening.includes(name)),
    saving: scripts.filter(({ name }) => !opening.includes(name)),
    worklets: code.filter(({ name }) => name.includes('worklet')),
    // Named by the launcher, which loads them.
    styles: files.filter((name) => /^overlay\..*\.css$/.test(name)).map(partOf),
  };
}
