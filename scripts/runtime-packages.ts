import { isBuiltin } from 'node:module';

/** The part of package-lock.json (version 3) that is used here: packages by path. */
export type Lock = {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
};

const modules = 'node_modules/';

/**
 * Returns the path where the package at `path` finds `name`: the nearest node_modules, upwards; null if it is not
 * installed.
 */
function resolveLocked({ packages }: Lock, path: string, name: string): string | null {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf(`/${modules}`), 0))) {
    const found = `${from === '' ? '' : `${from}/`}${modules}${name}`;
    if (found in packages) return found;
    if (from === '') return null;
  }
}

/** The packages of the lockfile that these programs import, require or resolve. */
export function packagesNamedIn(lock: Lock, programs: readonly string[]): string[] {
  const named = /(?:\bfrom|\bimport|\brequire\(|\bresolve\(|\bimport\()\s*["']([^"'./][^"']*)["']/g;
  const found = programs.flatMap((text) => [...text.matchAll(named)].map(([, name = '']) => name));
  const packages = found.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  const isKnown = (name: string) => !isBuiltin(name) && resolveLocked(lock, '', name) !== null;
  return [...new Set(packages)].filter(isKnown).toSorted();
}

/** The folders of these packages and all their dependencies, as placed by the lockfile. */
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
