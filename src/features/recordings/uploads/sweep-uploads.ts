import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How long an upload waits for its next byte. */
export const uploadLifeMs = 24 * 3600_000;

/** Removes uploads that nobody has gone on with for a day; returns how many there were. */
export async function sweepUploads(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const byUpload = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? name);
  let swept = 0;
  for (const parts of byUpload.values()) {
    const times = await Promise.all(
      parts.map((name) =>
        stat(join(folder, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    if (now.getTime() - Math.max(...times) < uploadLifeMs) continue;
    for (const name of parts) await rm(join(folder, name), { force: true });
    swept++;
  }
  return swept;
}
