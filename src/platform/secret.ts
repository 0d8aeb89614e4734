import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { makeFolder } from './make-folder.ts';

/** The configured secret; otherwise one made at the first start and kept, readable by its owner alone. */
export async function secretOf(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret !== null) return config.secret;
  const path = join(config.dataDir, 'secret');
  await makeFolder(config.dataDir);
  const kept = await readFile(path, 'utf8').catch(() => '');
  if (kept.trim().length >= 32) return kept.trim();
  const made = randomBytes(32).toString('hex');
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
