import { join } from 'node:path';
import { compareFiles } from '#src/features/recordings/alignment/compare-files.ts';
import type { SoundComparison } from '#src/features/recordings/alignment/sound-comparison.ts';
import { decodeSound, probeSound } from '#src/features/recordings/sound/decode-sound.ts';
import { figurePathOf } from '#src/features/recordings/sound/figure-path.ts';
import { createPeaksPyramid } from '#src/features/recordings/sound/peaks-pyramid.ts';
import type { ArtefactKind } from '#src/features/recordings/sound/sound-artefacts.ts';
import { createSpectrogramMeter } from '#src/features/recordings/sound/spectrogram.ts';
import { spectrogramPicture } from '#src/features/recordings/sound/spectrogram-picture.ts';
import { createSoundMeter } from '#src/features/recordings/sound/sound-meter.ts';
import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';

type MeasuredSample = {
  readonly measures: SoundMeasures;
  /** With the version that it replaces. */
  readonly comparison?: SoundComparison;
  readonly artefacts: Partial<Record<ArtefactKind, Uint8Array>>;
};

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

/** What is measured and made of the sounds among these files of a folder, by their names; `versions` are compared. */
export async function sampleMeasures(
  folder: string,
  names: Iterable<string>,
  versions: readonly Versions[],
): Promise<Record<string, MeasuredSample>> {
  const found: Record<string, MeasuredSample> = {};
  for (const name of names) {
    const path = join(folder, name);
    const format = await probeSound(path);
    if (typeof format === 'string') continue;
    const meter = createSoundMeter(format);
    const peaks = createPeaksPyramid(format.channels);
    const spectrogram = createSpectrogramMeter(format.rateHz, format.channels);
    const complaint = await decodeSound({ path, format, rendition: null }, (samples) => {
      meter.add(samples);
      peaks.add(samples);
      spectrogram.add(samples);
    });
    if (complaint !== '') throw new Error(`${name}: ${complaint}`);
    const bytes = peaks.read();
    const measures = meter.read(false);
    found[name] = {
      measures,
      artefacts: {
        peaks: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        figure: Buffer.from(figurePathOf(measures.pitches ?? [])),
        spectrogram: await spectrogramPicture(spectrogram.read()),
      },
    };
  }
  for (const pair of versions) {
    const newer = found[pair.newer];
    if (newer) found[pair.newer] = { ...newer, comparison: await compareVersions(folder, pair, found) };
  }
  return found;
}
