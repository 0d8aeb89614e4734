import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds package.json, migrations and what was built: the checkout for a module that runs as source, its build for a bundled one. */
export function projectRootFrom(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('No package.json above the program');
  return projectRootFrom(parent);
}
