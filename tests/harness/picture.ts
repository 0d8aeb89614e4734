import sharp from 'sharp';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lightness from 0 to 255 of each column (or row) of a part of a picture, taken in its middle. */
async function profileOf(picture: Buffer, box: Box, axis: 'across' | 'down'): Promise<number[]> {
  const part = {
    left: Math.max(0, Math.floor(box.x)),
    top: Math.max(0, Math.floor(box.y)),
    width: Math.ceil(box.width),
    height: Math.ceil(box.height),
  };
  const { data, info } = await sharp(picture)
    .extract(part)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [count, depth] = axis === 'across' ? [info.width, info.height] : [info.height, info.width];
  return Array.from({ length: count }, (_, i) => {
    const values = Array.from({ length: depth }, (__, j) =>
      axis === 'across'
        ? (data[(j * info.width + i) * info.channels] ?? 0)
        : (data[(i * info.width + j) * info.channels] ?? 0),
    );
    return values.toSorted((a, b) => a - b)[Math.floor(depth / 2)] ?? 0;
  });
}

/** The smallest difference in lightness that is visible as a line. */
const visible = 12;

/**
 * Counts the separate lines in a part of a picture, side by side (`across`) or one below the other (`down`). A line
 * less than half as strong as the strongest does not count, so that lines blurred or omitted by an engine fail.
 */
export async function countLines(picture: Buffer, box: Box, axis: 'across' | 'down'): Promise<number> {
  const profile = await profileOf(picture, box, axis);
  const ground = profile.toSorted((a, b) => a - b)[Math.floor(profile.length / 2)] ?? 0;
  const strengths = profile.map((value) => Math.abs(value - ground));
  const strongest = Math.max(...strengths);
  if (strongest < visible) return 0;
  const isLine = strengths.map((strength) => strength > strongest / 2);
  return isLine.filter((is, i) => is && !isLine[i - 1]).length;
}

/** The share of the picture with its most common colour, from 0 to 1: nearly 1 if nothing was drawn. */
export async function emptinessOf(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const counts = new Uint32Array(256);
  for (let i = 0; i < data.length; i += info.channels) counts[data[i] ?? 0] = (counts[data[i] ?? 0] ?? 0) + 1;
  return Math.max(...counts) / (info.width * info.height);
}
