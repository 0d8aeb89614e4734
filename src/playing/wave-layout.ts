/** The position and format of a WAV file's samples. */
export type WaveLayout = {
  readonly rateHz: number;
  readonly frameBytes: number;
  readonly dataAt: number;
  readonly frames: number;
  /** Its format chunk, as stored in the file. */
  readonly format: Uint8Array;
};

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/**
 * Reads the head of a WAV or RF64 file of `sizeBytes` bytes. Returns null if its samples do not start within `head`.
 */
export function waveLayoutOf(head: Uint8Array, sizeBytes: number): WaveLayout | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let format: Uint8Array | null = null;
  for (let at = 12; at + 8 <= head.length;) {
    const [name, length] = [nameAt(view, at), view.getUint32(at + 4, true)];
    if (name === 'fmt ') format = head.slice(at, at + 8 + length);
    if (name === 'data' && format && format.length >= 24) {
      const of = new DataView(format.buffer);
      const [dataAt, frameBytes] = [at + 8, of.getUint16(20, true)];
      // If the length does not fit in 32 bits or is wrong, the samples end with the file.
      const bytes = Math.min(length === 0xffff_ffff ? Infinity : length, sizeBytes - dataAt);
      const frames = Math.floor(bytes / frameBytes);
      return { rateHz: of.getUint32(12, true), frameBytes, dataAt, frames, format };
    }
    at += 8 + length + (length % 2);
  }
  return null;
}

/** Creates a WAV file from some samples of another. */
export function waveOf({ format }: Pick<WaveLayout, 'format'>, samples: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(12 + format.length + 8 + samples.length);
  const view = new DataView(bytes.buffer);
  const name = (text: string, at: number) =>
    bytes.set(
      [...text].map((letter) => letter.charCodeAt(0)),
      at,
    );
  name('RIFF', 0);
  view.setUint32(4, bytes.length - 8, true);
  name('WAVE', 8);
  bytes.set(format, 12);
  name('data', 12 + format.length);
  view.setUint32(16 + format.length, samples.length, true);
  bytes.set(samples, 20 + format.length);
  return bytes.buffer;
}

/** Creates a WAV file from samples, one array per channel. */
export function floatWaveOf(planes: readonly Float32Array[], rateHz: number): ArrayBuffer {
  const channels = planes.length;
  const format = new Uint8Array(24);
  format.set([0x66, 0x6d, 0x74, 0x20, 16]);
  const view = new DataView(format.buffer);
  const floats = 3;
  for (const [at, value] of [
    [8, floats],
    [10, channels],
    [20, 4 * channels],
    [22, 32],
  ] as const)
    view.setUint16(at, value, true);
  view.setUint32(12, rateHz, true);
  view.setUint32(16, 4 * channels * rateHz, true);
  const samples = new DataView(new ArrayBuffer(4 * channels * (planes[0]?.length ?? 0)));
  for (const [channel, plane] of planes.entries())
    for (let frame = 0; frame < plane.length; frame += 1)
      samples.setFloat32(4 * (frame * channels + channel), plane[frame] as number, true);
  return waveOf({ format }, new Uint8Array(samples.buffer));
}
