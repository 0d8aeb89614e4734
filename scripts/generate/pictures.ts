import sharp from 'sharp';
import { fieldOf, modesOf } from '#src/features/cymatics/field.ts';
import { powderOf } from '#src/features/cymatics/powder.ts';
import { spectrogramOf } from '#src/features/cymatics/spectrogram.ts';
import { notes, type Note, type NoteSlug } from '#src/features/site/notes.ts';
import { play, rateHz } from './recording.ts';

/** White grains on nothing, as lossless WebP: used as a mask, so the page gives the colour. */
async function encodeGrains(alpha: Uint8Array, width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4);
  alpha.forEach((value, i) => {
    if (value > 0) pixels.fill(255, i * 4, i * 4 + 3);
    pixels[i * 4 + 3] = value;
  });
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
}

/**
 * A note's plate with its powder: `size` px square, grains of 2×2 px in two levels of brightness. `spread` scatters
 * them: 0 at rest, 1 on a plate that has not begun to sound.
 */
export async function powderPicture(note: Note, size: number, count: number, spread = 0): Promise<Buffer> {
  const alpha = new Uint8Array(size * size);
  const radius = size / 2 - 3;
  const options = {
    count,
    seed: Math.round(note.hz * 100),
    lineWidth: (size > 900 ? 0.0105 : 0.013) + spread * 0.02,
    stray: 0.014 + spread * 0.156,
  };
  for (const grain of powderOf(fieldOf(modesOf(note)), options)) {
    const x = Math.round(size / 2 + grain.x * radius);
    const y = Math.round(size / 2 + grain.y * radius);
    const level = grain.brightness > 0.7 ? 255 : 150;
    for (const i of [y * size + x, y * size + x + 1, (y + 1) * size + x, (y + 1) * size + x + 1]) {
      alpha[i] = Math.max(alpha[i] ?? 0, level);
    }
  }
  return encodeGrains(alpha, size, size);
}

/** The twelve plates, C4 to B4, each struck once; 230 to 900 Hz, logarithmic. */
export async function scaleSpectrogram(): Promise<Buffer> {
  const recording = play(
    notes.map(({ slug }, i) => ({ slug, atS: i * 0.8, gain: 1 })),
    10,
  );
  const size = { width: 1440, height: 280 };
  const grains = spectrogramOf(recording, { ...size, rateHz, lowHz: 230, highHz: 900, rangeDb: 46 });
  return encodeGrains(
    grains.map((grain) => grain * 255),
    size.width,
    size.height,
  );
}

/** A short cue of struck chords, for the article about levels. */
export async function cueSpectrogram(): Promise<Buffer> {
  const chords: NoteSlug[][] = [
    ['c4', 'g4'],
    ['e4', 'a4'],
    ['f4', 'b4'],
    ['d4', 'gs4', 'b4'],
    ['c4', 'e4', 'g4'],
    ['a4'],
  ];
  const score = chords.flatMap((chord, i) =>
    chord.map((slug, voice) => ({
      slug,
      atS: [0.2, 0.9, 1.9, 2.3, 3.4, 4.6][i] ?? 0,
      gain: 1 - voice * 0.25,
    })),
  );
  const size = { width: 720, height: 820 };
  const grains = spectrogramOf(play(score, 6), { ...size, rateHz, lowHz: 70, highHz: 1500, rangeDb: 52 });
  return encodeGrains(
    grains.map((grain) => grain * 255),
    size.width,
    size.height,
  );
}
