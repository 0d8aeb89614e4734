import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { makeFolder } from '../make-folder.ts';

/** Returns the configured secret, or the one generated at the first start; null if there is none yet. */
export async function findSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string | null> {
  if (config.secret !== null) return config.secret;
  const kept = (await readFile(join(config.dataDir, 'secret'), 'utf8').catch(() => '')).trim();
  return kept.length >= 32 ? kept : null;
}

/** Returns the configured secret, or generates and stores one, readable by its owner only. */
export async function secretOf(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  const known = await findSecret(config);
  if (known !== null) return known;
  const path = join(config.dataDir, 'secret');
  await makeFolder(config.dataDir);
  const made = randomBytes(32).toString('hex');
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
