import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sample from '#content/sample.yaml';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import type { StoredArtefacts } from '#src/features/files/measurements/sound-measurement.table.ts';
import type { ArtefactKind, SoundMeasures } from '#src/audio/sound-measures.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import type { StoredSampleFile } from './sample-file-rows.ts';
import type { StoredSentSample } from './sent-sample-rows.ts';

/** Reads the bytes of a sample file by their name in content/sample.yaml. */
export type ReadSampleBytes = (name: string) => Promise<Uint8Array>;

/** Reads sample files from the build, or, under `astro dev`, from where they were generated. */
export function sampleBytesIn(root: string): ReadSampleBytes {
  return (name) => {
    const built = join(root, 'sample', name);
    return readFile(existsSync(built) ? built : join(root, 'src/generated/sample', name));
  };
}

type MeasuredSample = {
  readonly measures: SoundMeasures;
  readonly artefacts: readonly ArtefactKind[];
  /** With the version that it replaces. */
  readonly comparison?: SoundComparison;
};

/** The build's measurements and artefacts of the sample sounds, by the same names. */
export type SampleMeasures = Readonly<Record<string, MeasuredSample>>;

export const readSampleMeasures = async (read: ReadSampleBytes): Promise<SampleMeasures> =>
  JSON.parse(String(await read('measures.json')));

/** Puts what the build made of the sample sounds into the file store. Returns the storage keys by the sounds' names. */
export async function storeSampleArtefacts(
  files: FileStore,
  read: ReadSampleBytes,
  measures: SampleMeasures,
): Promise<Readonly<Record<string, StoredArtefacts>>> {
  const keysOf = async (name: string, kinds: readonly ArtefactKind[]) =>
    Object.fromEntries(
      await Promise.all(
        kinds.map(async (kind) => {
          const { storageKey } = await files.store({ bytes: await read(`${name}.${kind}`) }, kind);
          return [kind, storageKey] as const;
        }),
      ),
    );
  const all = Object.entries(measures).map(
    async ([name, { artefacts }]) => [name, await keysOf(name, artefacts)] as const,
  );
  return Object.fromEntries(await Promise.all(all));
}

/** Puts what the sample's clients have sent into the file store. */
export async function storeSentSamples(store: FileStore, read: ReadSampleBytes): Promise<StoredSentSample[]> {
  const all = sample.projects.flatMap(({ number, sent }) =>
    sent.map((file) => ({ projectNumber: number, file })),
  );
  return Promise.all(
    all.map(async (one) => {
      const stored = await store.store({ bytes: await read(one.file.bytes) }, one.file.name);
      return { ...one, stored };
    }),
  );
}

/** Puts the bytes of every sample file into the file store. */
export async function storeSampleFiles(store: FileStore, read: ReadSampleBytes): Promise<StoredSampleFile[]> {
  const all = sample.projects.flatMap(({ number, client, files }) =>
    files.map((file) => ({ projectNumber: number, clientKey: client, file })),
  );
  return Promise.all(
    all.map(async (one) => {
      const stored = await store.store({ bytes: await read(one.file.bytes) }, one.file.name);
      return { ...one, stored };
    }),
  );
}
