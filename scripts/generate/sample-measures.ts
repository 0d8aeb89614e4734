import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { schemas } from '#content/schemas.ts';
import { compareFiles } from '#src/audio/alignment/compare-files.ts';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import { decodeSound, probeSound } from '#src/audio/decode-sound.ts';
import { figurePathOf } from '#src/audio/figure-path.ts';
import type { ArtefactKind, SoundMeasures } from '#src/audio/sound-measures.ts';
import { spectrogramPicture } from '#src/audio/measure-file.ts';
import { createSoundMeter } from '#src/audio/sound-meter.ts';
import { contentFoldersIn, readContent } from '#src/platform/content/own-content.ts';

type MeasuredSample = {
  readonly measures: SoundMeasures;
  /** With the version that it replaces. */
  readonly comparison?: SoundComparison;
  readonly artefacts: Partial<Record<ArtefactKind, Uint8Array>>;
};

/** The sample files that replace another as a version of the same recording. */
type Versions = { readonly older: string; readonly newer: string };

async function compareVersions(
  folder: string,
  { older, newer }: Versions,
  measured: Record<string, MeasuredSample>,
): Promise<SoundComparison> {
  const soundOf = (name: string) => {
    const found = measured[name]?.measures;
    if (!found) throw new Error(`${name} was not measured`);
    return { path: join(folder, name), lengthS: found.frames / found.format.rateHz };
  };
  const outcome = await compareFiles({ older: soundOf(older), newer: soundOf(newer) }, () => undefined);
  if (outcome.kind !== 'compared') throw new Error(`${older} and ${newer}: ${outcome.reason}`);
  return outcome.comparison;
}

const folders = contentFoldersIn(join(import.meta.dirname, '../..'));

const sampleVersions = (): Versions[] =>
  readContent(schemas.sample, 'sample', folders).projects.flatMap(({ files }) =>
    files.flatMap(({ bytes, versionOf }) => {
      const before = files.find(({ key }) => key === versionOf);
      return before ? [{ older: before.bytes, newer: bytes }] : [];
    }),
  );

/** Returns the measurements and derived files of the sounds in a folder of sample files, by name. Compares versions. */
export async function sampleMeasures(folder: string): Promise<Record<string, MeasuredSample>> {
  const found: Record<string, MeasuredSample> = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const format = await probeSound(path);
    if (typeof format === 'string') continue;
    const meter = createSoundMeter(format);
    const complaint = await decodeSound({ path, format, rendition: null }, meter.add);
    if (complaint !== '') throw new Error(`${name}: ${complaint}`);
    const measures = meter.read(false);
    found[name] = {
      measures,
      artefacts: {
        peaks: meter.peaks(),
        figure: Buffer.from(figurePathOf(measures.pitches ?? [])),
        spectrogram: await spectrogramPicture(meter.spectrogram()),
      },
    };
  }
  for (const pair of sampleVersions()) {
    const newer = found[pair.newer];
    if (newer) found[pair.newer] = { ...newer, comparison: await compareVersions(folder, pair, found) };
  }
  return found;
}
