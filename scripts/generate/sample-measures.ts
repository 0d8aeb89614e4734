import { join } from 'node:path';
import { decodeSound, probeSound } from '#src/features/recordings/sound/decode-sound.ts';
import { createSoundMeter } from '#src/features/recordings/sound/sound-meter.ts';
import type { SoundMeasures } from '#src/features/recordings/sound/sound-measures.ts';

/** What is measured of the sounds among these files of a folder, by their names. */
export async function sampleMeasures(
  folder: string,
  names: Iterable<string>,
): Promise<Record<string, SoundMeasures>> {
  const found: Record<string, SoundMeasures> = {};
  for (const name of names) {
    const path = join(folder, name);
    const format = await probeSound(path);
    if (typeof format === 'string') continue;
    const meter = createSoundMeter(format);
    const complaint = await decodeSound({ path, format, rendition: null }, meter.add);
    if (complaint !== '') throw new Error(`${name}: ${complaint}`);
    found[name] = meter.read(false);
  }
  return found;
}
