import { openSoundSource, type SoundSource } from '#src/playing/sound-source.client.ts';
import type { TimelineView } from './timeline-view.ts';
import { binsIn, samplesPerPxOf, type WaveBins } from './timeline-drawing.ts';

/** Decoded samples: of each the lowest and the highest of all channels, from `from` on. */
type Stretch = { readonly from: number; readonly lows: Float32Array; readonly highs: Float32Array };

/** As many are kept: two lie in a view at most. */
const mostStretches = 4;

async function decode(source: SoundSource, sample: number): Promise<Stretch> {
  const { file, at, from, to } = await source.chunkWith(sample);
  const sound = await new OfflineAudioContext(1, 1, source.rateHz).decodeAudioData(file);
  const length = Math.min(to - at, sound.length) - (from - at);
  const lows = new Float32Array(length).fill(Infinity);
  const highs = new Float32Array(length).fill(-Infinity);
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    const plane = sound.getChannelData(channel).subarray(from - at);
    for (let index = 0; index < length; index += 1) {
      lows[index] = Math.min(lows[index] ?? 0, plane[index] ?? 0);
      highs[index] = Math.max(highs[index] ?? 0, plane[index] ?? 0);
    }
  }
  return { from, lows, highs };
}

/** Joins the stretches into bins of `samples` samples each, in the same numbers as the pyramid of peaks. */
function joined(
  stretches: readonly Stretch[],
  first: number,
  end: number,
  samples: number,
): WaveBins<Float32Array> {
  const begin = Math.floor(first / samples);
  const pairs = new Float32Array(2 * (Math.ceil(end / samples) - begin));
  for (let bin = 0; 2 * bin < pairs.length; bin += 1) {
    let [low, high] = [Infinity, -Infinity];
    const at = (begin + bin) * samples;
    for (const { from, lows, highs } of stretches)
      for (
        let index = Math.max(0, at - from);
        index < Math.min(lows.length, at + samples - from);
        index += 1
      ) {
        low = Math.min(low, lows[index] ?? 0);
        high = Math.max(high, highs[index] ?? 0);
      }
    pairs[2 * bin] = 128 * Math.max(-1, low);
    pairs[2 * bin + 1] = 127 * Math.min(1, high);
  }
  return { samples, first: begin, pairs };
}

/**
 * Loads the samples of a recording that are looked at, from what is listened to, and keeps the newest. `onLoaded` is called when
 * there is more to draw. One request is under way at a time; after one that failed no more is asked for.
 */
export function createSamplesLoader(
  { address, frames, rateHz }: { address: string; frames: number; rateHz: number },
  onLoaded: () => void,
) {
  let source: Promise<SoundSource> | null = null;
  let stretches: readonly Stretch[] = [];
  let isBusy = false;
  let isBroken = false;

  async function load(sample: number): Promise<void> {
    if (isBusy || isBroken) return;
    isBusy = true;
    try {
      source ??= openSoundSource(address);
      const stretch = await decode(await source, sample);
      isBroken = sample < stretch.from || sample >= stretch.from + stretch.lows.length;
      stretches = [...stretches, stretch].slice(-mostStretches);
    } catch {
      isBroken = true;
    }
    isBusy = false;
    onLoaded();
  }

  /** The first sample that is not there; null where all are. */
  function missingIn(first: number, end: number): number | null {
    let at = first;
    for (;;) {
      const held = stretches.find(({ from, lows }) => at >= from && at < from + lows.length);
      if (at >= end) return null;
      if (!held) return at;
      at = held.from + held.lows.length;
    }
  }

  return {
    /** The samples of a view, a bin for every half pixel at most; null where they are not there, which asks for them. */
    binsFor(view: TimelineView, widthPx: number): WaveBins<Float32Array> | null {
      const { first, end } = binsIn(view, rateHz, { samples: 1, bins: frames });
      const missing = missingIn(first, end);
      if (missing === null) {
        const samples = Math.max(1, Math.floor(samplesPerPxOf(view, rateHz, widthPx) / 2));
        return joined(stretches, first, end, samples);
      }
      void load(missing);
      return null;
    },
  };
}
