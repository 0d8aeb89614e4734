import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucket } from '#src/platform/bucket/bucket.ts';
import type { Config } from '#src/platform/config/config.ts';

/** Both kinds of store must behave alike. */
export const storeKinds = ['folder', 'bucket'] as const;

export type StoreKind = (typeof storeKinds)[number];

/** Returns all keys in the configured file store. */
export async function listKept({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Promise<string[]> {
  if (!bucket) return readdir(join(dataDir, 'files')).catch(() => []);
  const keys: string[] = [];
  for await (const { key } of openBucket(bucket).list('files/')) keys.push(key.slice('files/'.length));
  return keys;
}
