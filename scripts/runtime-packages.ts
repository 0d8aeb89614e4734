import { isBuiltin } from 'node:module';
import { resolveLocked, type Lock } from './sbom-of.ts';

/** The packages that these programs name: what is imported, required or looked up, of which the lockfile knows. */
export function packagesNamedIn(lock: Lock, programs: readonly string[]): string[] {
  const named = /(?:\bfrom|\bimport|\brequire\(|\bresolve\(|\bimport\()\s*["']([^"'./][^"']*)["']/g;
  const found = programs.flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name));
  const packages = found.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  const isKnown = (name: string) => !isBuiltin(name) && resolveLocked(lock, '', name) !== null;
  return [...new Set(packages)].filter(isKnown).toSorted();
}

/** The folders of these packages and of all that they need, as the lockfile places them. */
export function packageFolders(lock: Lock, names: readonly string[]): string[] {
  const folders = new Set<string>();
  const add = (from: string, name: string) => {
    const folder = resolveLocked(lock, from, name);
    if (folder === null || folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = lock.packages[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(folder, needed);
  };
  for (const name of names) add('', name);
  return [...folders].toSorted();
}
