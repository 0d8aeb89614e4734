import { join } from 'node:path';
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
  readonly artefacts: Partial<Record<ArtefactKind, Uint8Array>>;
};

/** What is measured and made of the sounds among these files of a folder, by their names. */
export async function sampleMeasures(
  folder: string,
  names: Iterable<string>,
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
  return found;
}
