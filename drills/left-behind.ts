import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { listStoredFiles } from '#src/features/operations/backup/list-stored-files.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import type { Where } from './writers.ts';

/** Starts an upload that is never completed, and makes it older than the retention period. */
export async function leaveUpload({ studio, project }: Where, dataDir: string): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const about = `projectId ${base64(project.projectId)},name ${base64('half.wav')},needsApproval ${base64('no')}`;
  const tus = { cookie: studio.team, 'tus-resumable': '1.0.0' };
  const headers = { ...tus, 'upload-length': '2000000', 'upload-metadata': about };
  const begun = await fetch(new URL('/desk/uploads', studio.address), { method: 'POST', headers });
  const location = begun.headers.get('location') ?? '';
  const sent = await fetch(new URL(location, studio.address), {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: Buffer.alloc(1_000_000),
  });
  if (!sent.ok) throw new Error(`Half an upload ends with ${sent.status}`);
  const id = location.split('/').at(-1) ?? '';
  const long = new Date(Date.now() - 25 * 3600_000);
  for (const name of [id, `${id}.json`]) utimesSync(join(dataDir, 'uploads', name), long, long);
  return id;
}

export const namesIn = (dataDir: string, folder: string) => {
  try {
    return readdirSync(join(dataDir, folder));
  } catch {
    return [];
  }
};

/** Keys of the file store that no row references, and rows whose bytes are missing. No server may run. */
export async function compareStore(dataDir: string) {
  const onHung = () => {
    throw new Error('The database hangs');
  };
  const database = await openDatabase({ dataDir, databaseUrl: null }, { deadlineMs: 60_000, onHung });
  const named = await database.withMigrationSession(listStoredFiles);
  await database.close();
  const keys = new Set(named.map(({ key }) => key));
  const there = new Set(namesIn(dataDir, 'files'));
  return {
    unnamed: [...there].filter((key) => !keys.has(key)).length,
    missing: [...keys].filter((key) => !there.has(key)).length,
  };
}
