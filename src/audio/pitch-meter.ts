import { createHeardPitches, type HeardPitch, notesIn, tonesIn } from './heard-pitches.ts';
import { hannOf, type Halver, type Kernels } from './kernels/plain-kernels.ts';
import { pieceFrames, type Piece } from './pieces.ts';

/** Only frequencies up to about 2.1 kHz matter, so the rate stays above this. */
const leastRateHz = 5000;
/** Taps on each side of the filters, last filter first: the lower the rate, the closer the aliased frequencies. */
const tapCounts = [8, 4];
const fewestTaps = 3;

/**
 * A low pass at a quarter of the rate (windowed sinc, Blackman): the odd taps of one side. The even ones are 0, the
 * middle one 0.5.
 */
function tapsOf(count: number): Float64Array {
  const edge = 2 * count + 1;
  return Float64Array.from({ length: count }, (_, index) => {
    const at = 2 * index + 1;
    const window = 0.42 + 0.5 * Math.cos((Math.PI * at) / edge) + 0.08 * Math.cos((2 * Math.PI * at) / edge);
    return ((index % 2 === 0 ? 1 : -1) * window) / (Math.PI * at);
  });
}

function createHalver(tapCount: number, kernels: Kernels): Halver {
  const taps = kernels.doubles(tapCount);
  taps.set(tapsOf(tapCount));
  // The middle of the first section is the first sample.
  const kept = 2 * tapCount - 1;
  return { taps, held: kernels.doubles(2 * (2 * kept + pieceFrames + 2)), kept };
}

/**
 * Halves the rate of a sound until it is 5 to 10 kHz; lower rates are kept. Mixes the even and the odd channels into
 * two, so that an inverted channel does not cancel the other.
 */
function createRateHalver(sourceHz: number, kernels: Kernels) {
  const stages = Math.max(0, Math.floor(Math.log2(sourceHz / leastRateHz)));
  const tapsAt = (stage: number) => tapCounts[stages - 1 - stage] ?? fewestTaps;
  const halvers = Array.from({ length: stages }, (_, stage) => createHalver(tapsAt(stage), kernels));
  const mixed = kernels.doubles(2 * pieceFrames);

  /** Returns the sum of pairs, which is in `mixed` unless there is only one. */
  function mix([first, ...others]: readonly Float64Array[], count: number): Float64Array {
    if (others.length === 0 && first) return first;
    if (first) mixed.set(first);
    for (const pair of others) kernels.addPairs(mixed, pair, count);
    return mixed;
  }

  return {
    rateHz: sourceHz / 2 ** stages,
    /** Returns pairs at the lower rate, which are valid until more are added, and their number. */
    halve: ({ pairs, count }: Pick<Piece, 'pairs' | 'count'>) => {
      let [from, left] = [mix(pairs, count), count];
      for (const halver of halvers) {
        left = kernels.halvePairs(from, left, halver, mixed);
        from = mixed;
      }
      return { halved: from, left };
    },
  };
}

/** About 0.7 s: a semitone at 50 Hz is two bins wide. */
const size = 4096;
const hop = size / 2;
/** Sound below about −95 dBFS is inaudible. */
const leastPower = 1e-3;

type PitchMeter = {
  readonly add: (piece: Pick<Piece, 'pairs' | 'count'>) => void;
  /**
   * Returns the prominent pitches, the leading one first; none for noise, speech or silence. Do not add samples
   * afterwards.
   */
  readonly read: () => HeardPitch[];
};

/**
 * Detects the pitches of a sound while it is decoded: the notes in sections of 0.7 s, weighted by their share of the
 * total energy, and the pitches that dominate over all sections.
 */
export function createPitchMeter(sourceHz: number, kernels: Kernels): PitchMeter {
  const { rateHz, halve } = createRateHalver(sourceHz, kernels);
  const addPowers = kernels.createPairSpectrum(size, hannOf(size));
  const heard = createHeardPitches();
  const section = kernels.doubles(2 * size);
  const power = kernels.doubles(size / 2);
  let filled = 0;

  function hear(): void {
    power.fill(0);
    addPowers(section, 1, power);
    let all = 0;
    for (let bin = 0; bin < power.length; bin++) all += power[bin] as number;
    if (all < leastPower) return;
    // Closer to perceived loudness than power, so that one loud passage does not dominate.
    const loudness = all ** 0.25;
    heard.addAll(loudness);
    for (const note of notesIn(tonesIn(power, rateHz / size)))
      heard.add(note.hz, loudness * Math.sqrt(Math.min(1, note.power / all)));
  }

  return {
    add(piece) {
      const { halved, left } = halve(piece);
      for (let from = 0; from < left;) {
        const to = Math.min(left, from + size - filled);
        section.set(halved.subarray(2 * from, 2 * to), 2 * filled);
        filled += to - from;
        from = to;
        if (filled < size) continue;
        hear();
        section.copyWithin(0, 2 * hop);
        filled = size - hop;
      }
    },
    read() {
      section.fill(0, 2 * filled);
      hear();
      return heard.read();
    },
  };
}
