import sharp from 'sharp';
import { spectrogramRows, type Spectrogram } from './spectrogram.ts';

const mostWidth = 1200;
/** Colours from the quietest to the loudest: the player's background, its yellow, its white. */
const stops = [
  [22, 21, 18],
  [92, 66, 22],
  [214, 168, 46],
  [246, 216, 92],
  [255, 252, 240],
] as const;

function colourOf(level: number): readonly number[] {
  const place = (level / 255) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const [from, to] = [stops[below] ?? stops[0], stops[below + 1] ?? stops[0]];
  return from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * (place - below)));
}

/** A spectrogram as a WebP of 256 rows and up to 1,200 columns. */
export function spectrogramPicture({ columns, levels }: Spectrogram): Promise<Buffer> {
  const palette = Array.from({ length: 256 }, (_, level) => colourOf(level));
  const pixels = new Uint8Array(3 * levels.length);
  levels.forEach((level, at) => pixels.set(palette[level] ?? [], 3 * at));
  const picture = sharp(pixels, { raw: { width: columns, height: spectrogramRows, channels: 3 } });
  const width = Math.min(mostWidth, columns);
  return picture.resize({ width, height: spectrogramRows, fit: 'fill' }).webp({ quality: 60 }).toBuffer();
}
