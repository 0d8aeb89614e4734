import { openSoundSource, type SoundSource } from '#src/playing/sound-source.client.ts';
import type { TimelineView } from './timeline-view.ts';
import { binsIn, samplesPerPxOf, type WaveBins } from './timeline-drawing.ts';

/** Decoded samples from `from` on: the lowest and highest of all channels. */
type Stretch = { readonly from: number; readonly lows: Float32Array; readonly highs: Float32Array };

/** The most stretches kept in memory. A view needs two at most. */
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

/** Joins stretches into bins of `samples` samples each, scaled like the pyramid of peaks. */
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
 * Loads and caches the samples of a recording as views need them, from the sound that is played. `onLoaded` is called
 * when there is more to draw. One request runs at a time; after a failure no more are sent.
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

  /** Returns the first sample that is not loaded, or null. */
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
    /**
     * Returns the samples of a view in bins of at most half a pixel. Requests them and returns null if they are not
     * loaded.
     */
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
