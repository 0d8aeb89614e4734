import sharp from 'sharp';
import { modesOf } from '#src/figures/field.ts';
import { powderOf, type PowderOptions } from '#src/figures/powder.ts';
import { spectrogramOf } from '#src/figures/spectrogram.ts';
import { notes, type Note, type NoteSlug } from '#src/studio/notes.ts';
import { play, rateHz } from './recording.ts';

/** White grains on a transparent ground, as lossless WebP: used as a mask, so the page sets the colour. */
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
 * Draws a note's plate with its powder, `sizePx` (even) square: grains of 2×2 px in three levels of brightness, on a 2
 * px lattice, which halves the file and is not visible.
 */
export async function powderPicture(
  note: Note,
  { sizePx, ...options }: { sizePx: number } & Omit<PowderOptions, 'seed'>,
): Promise<Buffer> {
  const side = sizePx / 2;
  const levels = new Uint8Array(side ** 2);
  const place = (at: number) => Math.round(side / 2 + at * (side / 2 - 1.5) - 0.5);
  for (const { x, y, brightness } of powderOf(modesOf(note), {
    ...options,
    seed: Math.round(note.hz * 100),
  })) {
    const at = place(y) * side + place(x);
    const level = brightness > 0.55 ? 255 : brightness > 0.2 ? 190 : 120;
    levels[at] = Math.max(levels[at] ?? 0, level);
  }
  const alpha = Uint8Array.from({ length: sizePx ** 2 }, (_, i) => {
    const [column, row] = [(i % sizePx) >> 1, Math.floor(i / sizePx) >> 1];
    return levels[row * side + column] ?? 0;
  });
  return encodeGrains(alpha, sizePx, sizePx);
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
