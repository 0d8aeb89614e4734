import { createKernels } from './kernels/kernels.ts';
import type { Kernels } from './kernels/plain-kernels.ts';
import { createPieces, type Piece } from './pieces.ts';

type Meter = { readonly add: (piece: Piece) => void };

/** Returns the samples of channels (as floats) one frame after the other. */
export function interleaved(channels: readonly ArrayLike<number>[]): Float32Array {
  const frames = channels[0]?.length ?? 0;
  const samples = new Float32Array(frames * channels.length);
  channels.forEach((channel, place) => {
    for (let frame = 0; frame < frames; frame++)
      samples[frame * channels.length + place] = channel[frame] as number;
  });
  return samples;
}

/** Returns a new meter that has taken a whole sound, added in chunks of a number of frames. */
export function heardBy<Of extends Meter>(
  create: (kernels: Kernels) => Of,
  samples: Float32Array,
  form: { readonly channels: number; readonly rateHz: number },
  chunkFrames = 5000,
): Of {
  const kernels = createKernels();
  const meter = create(kernels);
  const pieces = createPieces(form, kernels, meter.add);
  const chunk = chunkFrames * form.channels;
  for (let at = 0; at < samples.length; at += chunk) pieces.add(samples.subarray(at, at + chunk));
  pieces.end();
  return meter;
}
