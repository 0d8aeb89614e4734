import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sample from '#content/sample.yaml';
import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';
import { storeFile } from '#src/features/recordings/files/file-store.ts';
import type { StoredSampleFile } from './sample-file-rows.ts';

/** Reads the bytes of a sample file by their name in content/sample.yaml. */
export type ReadSampleBytes = (name: string) => Promise<Uint8Array>;

/** Reads sample files from the build, or, under `astro dev`, from where they were generated. */
export function sampleBytesIn(root: string): ReadSampleBytes {
  return (name) => {
    const built = join(root, 'dist/sample', name);
    return readFile(existsSync(built) ? built : join(root, 'src/generated/sample', name));
  };
}

/** What the build measured of the sample sounds, by the same names. */
export type SampleMeasures = Readonly<Record<string, SoundMeasures>>;

export const readSampleMeasures = async (read: ReadSampleBytes): Promise<SampleMeasures> =>
  JSON.parse(String(await read('measures.json')));

/** Puts the bytes of every sample file into the file store. */
export async function storeSampleFiles(dataDir: string, read: ReadSampleBytes): Promise<StoredSampleFile[]> {
  const all = sample.projects.flatMap(({ number, client, files }) =>
    files.map((file) => ({ projectNumber: number, clientKey: client, file })),
  );
  return Promise.all(
    all.map(async (one) => {
      const stored = await storeFile(dataDir, { bytes: await read(one.file.bytes) }, one.file.name);
      return { ...one, stored };
    }),
  );
}
