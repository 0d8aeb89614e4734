import { createHash } from 'node:crypto';

/** A package of package-lock.json (version 3), as far as it is read here. */
type LockedPackage = {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

const folder = 'node_modules/';
const nameOf = (path: string) => path.slice(path.lastIndexOf(folder) + folder.length);

/** The package's address, as package-url spells it: the sign of a scope is written `%40`. */
const purlOf = (name: string, version = '') =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** Where a package at `path` finds `name`: the nearest node_modules, upwards; null where it is not installed. */
export function resolveLocked({ packages }: Lock, path: string, name: string): string | null {
  for (let from = path; ; from = from.slice(0, Math.max(from.lastIndexOf(`/${folder}`), 0))) {
    const found = `${from === '' ? '' : `${from}/`}${folder}${name}`;
    if (found in packages) return found;
    if (from === '') return null;
  }
}

/** `sha512-<base64>` as CycloneDX writes it. */
const hashOf = (integrity: string) => ({
  alg: integrity.slice(0, integrity.indexOf('-')).replace('sha', 'SHA-'),
  content: Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex'),
});

/** What runs, what runs if it is there, and what only builds and tests. */
function scopeOf({ dev, optional, devOptional }: LockedPackage): 'required' | 'optional' | 'excluded' {
  if (dev) return 'excluded';
  return optional || devOptional ? 'optional' : 'required';
}

function componentOf(path: string, locked: LockedPackage) {
  const { version = '', integrity, license } = locked;
  const full = locked.name ?? nameOf(path);
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full];
  return {
    type: 'library',
    'bom-ref': path,
    ...(group === undefined ? {} : { group }),
    name,
    version,
    scope: scopeOf(locked),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl: purlOf(full, version),
  };
}

/** A UUID that is the same for the same lock. */
function serialOf(lock: Lock): string {
  const hex = createHash('sha256').update(JSON.stringify(lock)).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The software bill of materials of a lock file, as CycloneDX 1.6: every package, its hash, its licence, what it needs. */
export function sbomOf(lock: Lock) {
  const { '': root = {}, ...others } = lock.packages;
  const rootRef = root.name ?? 'root';
  const needs = (path: string, locked: LockedPackage) => {
    const wanted = { ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies };
    const names = Object.keys({ ...wanted, ...locked.peerDependencies });
    const found = names.map((name) => resolveLocked(lock, path, name)).filter((each) => each !== null);
    return { ref: path === '' ? rootRef : path, dependsOn: found.toSorted() };
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(lock),
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': rootRef, name: rootRef, version: root.version ?? '0.0.0' },
    },
    components: Object.entries(others).map(([path, locked]) => componentOf(path, locked)),
    dependencies: Object.entries(lock.packages).map(([path, locked]) => needs(path, locked)),
  };
}
