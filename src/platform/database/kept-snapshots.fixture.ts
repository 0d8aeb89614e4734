import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The inputs of a database snapshot: the migrations, the modules that apply them, those of jobs, and the engine. */
const sources = ['database/migrations', 'src/platform/database', 'src/platform/jobs'];
const versions = 'package-lock.json';

async function keyOf(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const add = async (path: string) => hash.update(path).update(await readFile(join(root, path)));
  await add(versions);
  for (const folder of sources)
    for (const name of (await readdir(join(root, folder))).toSorted())
      if (!name.includes('.test.')) await add(join(folder, name));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the folder of this checkout's database snapshots, shared with later runs because creating them takes longer
 * than most tests. Outdated snapshots are removed. Tests of migrations and first starts do not use them.
 */
export async function keptSnapshots(root: string): Promise<string> {
  const all = join(root, 'node_modules/.cache/test-databases');
  const key = await keyOf(root);
  const folder = join(all, key);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(all))
    if (name !== key) await rm(join(all, name), { recursive: true, force: true });
  return folder;
}
