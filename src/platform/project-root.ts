import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds package.json, whether this module runs as source or bundled into dist/. */
export function projectRootFrom(directory: string): string {
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error('No package.json above the program');
  return projectRootFrom(parent);
}
