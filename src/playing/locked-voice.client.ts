import type { SoundChunk, SoundSource } from './sound-source.client.ts';
import { floatWaveOf } from './wave-layout.ts';

/** A stretch of a source on the common time axis; all in samples of the axis. */
export type PlacedPiece = { readonly at: number; readonly from: number; readonly frames: number };

export type VoicePlan = { readonly source: SoundSource; readonly pieces: readonly PlacedPiece[] };

/** Samples that are ready to be heard: from `at` up to and without `to` on the axis. */
export type LoadedPart = { readonly buffer: AudioBuffer; readonly at: number; readonly to: number };

const switchS = 0.004;

/** A part of a decoded chunk, cut out to the sample. */
function partOf(decoded: AudioBuffer, offset: number, length: number): AudioBuffer {
  const { numberOfChannels, sampleRate } = decoded;
  const part = new AudioBuffer({ length, numberOfChannels, sampleRate });
  for (let channel = 0; channel < numberOfChannels; channel += 1)
    part.copyToChannel(decoded.getChannelData(channel).subarray(offset, offset + length), channel);
  return part;
}

const commonDivisorOf = (a: number, b: number): number => (b === 0 ? a : commonDivisorOf(b, a % b));

/** The samples of a chunk at the rate of the context, and the sample of the axis at which they begin. */
async function decode(context: BaseAudioContext, { file, at }: SoundChunk, rateHz: number) {
  if (rateHz === context.sampleRate) return { decoded: await context.decodeAudioData(file), at };
  // Begun at a sample that both rates have, so that all chunks lie on the same raster.
  const raster = rateHz / commonDivisorOf(rateHz, context.sampleRate);
  const own = await new OfflineAudioContext(1, 1, rateHz).decodeAudioData(file);
  const shared = Math.ceil(at / raster) * raster;
  const planes = Array.from({ length: own.numberOfChannels }, (_, channel) =>
    own.getChannelData(channel).subarray(shared - at),
  );
  const decoded = await context.decodeAudioData(floatWaveOf(planes, rateHz));
  return { decoded, at: (shared / rateHz) * context.sampleRate };
}

/** One of the sounds that are played at once: loads its samples in order, and starts them at times of the context's clock. */
export function createLockedVoice(context: BaseAudioContext, { source, pieces }: VoicePlan) {
  const rateHz = context.sampleRate;
  const ratio = source.rateHz / rateHz;
  const output = new GainNode(context);
  const sounding = new Set<AudioBufferSourceNode>();
  output.connect(context.destination);
  let next = 0;

  return {
    /** The sample up to which it is started. */
    next: () => next,
    /** Loads what follows a sample, before `end`; null where nothing does. Throws where it cannot be fetched. */
    async load(after: number, end: number): Promise<LoadedPart | null> {
      const piece = pieces.find(({ at, frames }) => after < at + frames);
      if (!piece || Math.max(after, piece.at) >= end) return null;
      const at = Math.max(after, piece.at);
      const from = at - piece.at + piece.from;
      const chunk = await source.chunkWith(Math.min(source.frames - 1, Math.round(from * ratio)));
      const { decoded, at: decodedAt } = await decode(context, chunk, source.rateHz);
      const offset = Math.max(0, Math.round(from - decodedAt));
      const left = Math.min(Math.round(chunk.to / ratio) - from, Math.min(end, piece.at + piece.frames) - at);
      const length = Math.max(1, Math.min(left, decoded.length - offset));
      return { buffer: partOf(decoded, offset, length), at, to: at + length };
    },
    /** Sounds a part from a moment of the context's clock on. */
    start({ buffer, to }: LoadedPart, atS: number): void {
      const node = new AudioBufferSourceNode(context, { buffer });
      node.connect(output);
      sounding.add(node);
      node.addEventListener('ended', () => sounding.delete(node));
      node.start(atS);
      next = to;
    },
    /** Is silent from a moment of the context's clock on; the next part is that with `sample`. */
    stopAt(sample: number, atS: number): void {
      for (const node of sounding) node.stop(atS);
      sounding.clear();
      next = sample;
    },
    /** Changes the gain; with `isDipped` through silence, so that a blind listener cannot hear whether anything changed. */
    setGain(factor: number, isDipped: boolean): void {
      const { gain: level } = output;
      const now = context.currentTime;
      level.cancelScheduledValues(now);
      level.setValueAtTime(level.value, now);
      if (isDipped) for (const steps of [1, 2]) level.linearRampToValueAtTime(0, now + steps * switchS);
      level.linearRampToValueAtTime(factor, now + (isDipped ? 3 : 1) * switchS);
    },
  };
}

export type LockedVoice = ReturnType<typeof createLockedVoice>;
