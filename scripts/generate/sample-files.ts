import { join } from 'node:path';
import { schemas } from '#content/schemas.ts';
import { contentFoldersIn, readContent } from '#src/platform/content/own-content.ts';
import { cueListPdf, loudnessCsv } from './sample-documents.ts';
import { mixSound, rateHz } from './sample-sounds.ts';
import { waveFileOf } from './wave-file.ts';

const folders = contentFoldersIn(join(import.meta.dirname, '../..'));

/** The bytes of every sample file by their name in content/sample.yaml, the same in every build. */
export function sampleFiles(): ReadonlyMap<string, Buffer> {
  const content = readContent(schemas['sample-files'], 'sample-files', folders);
  const sounds = new Map(
    Object.entries(content.sounds).map(([name, sound]) => [name, mixSound(sound, content.parts)]),
  );
  const measured = sounds.get(content.loudness.of) ?? new Float32Array();
  return new Map([
    ...[...sounds].map(([name, samples]): [string, Buffer] => [name, waveFileOf(samples, rateHz)]),
    ['cue-list', cueListPdf(content.cueList)],
    ['loudness', loudnessCsv(content.loudness.columns, measured, rateHz)],
  ]);
}

/** Which of those replaces which as a version of the same recording, by the same names. */
export const sampleVersions = (): { readonly older: string; readonly newer: string }[] =>
  readContent(schemas.sample, 'sample', folders).projects.flatMap(({ files }) =>
    files.flatMap(({ bytes, versionOf }) => {
      const before = files.find(({ key }) => key === versionOf);
      return before ? [{ older: before.bytes, newer: bytes }] : [];
    }),
  );
