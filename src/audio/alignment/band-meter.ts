import { createFft } from '../fft.ts';
import { stripBandsHz } from './sound-comparison.ts';

/** A stretch that is measured at once, as long as `rowFramesOf` says. */
export type MeteredRow = {
  /** Its first sample. */
  readonly at: number;
  /** The column of the strip that its middle lies in; and the one beside it that it reaches into, if it does. */
  readonly column: number;
  readonly beside: number | null;
};

/** The power of each band in each column: `[band][column]`. */
export type BandPowers = {
  readonly within: readonly Float64Array[];
  /** That of the rows of other columns which reach into this one. */
  readonly beside: readonly Float64Array[];
};

/** A row lasts about a twelfth of a second at every rate, so that the lowest band has several of its frequencies. */
export const rowFramesOf = (rateHz: number) => 2 ** Math.ceil(Math.log2(rateHz / 12));

/** The squares of two windows that overlap by half add up to one (as in Vorbis): a stroke counts the same wherever it lies. */
const windowOf = (size: number) =>
  Float64Array.from({ length: size }, (_, at) =>
    Math.sin((Math.PI / 2) * Math.sin((Math.PI * (at + 0.5)) / size) ** 2),
  );

type Metered = {
  readonly rateHz: number;
  readonly channels: number;
  /** In the order of their first samples. */
  readonly rows: readonly MeteredRow[];
  readonly columns: number;
};

/** Measures rows of interleaved samples, and adds the power of each band to their columns. */
function createRowMeasure({ rateHz, channels, columns }: Omit<Metered, 'rows'>) {
  const size = rowFramesOf(rateHz);
  const transform = createFft(size);
  const window = windowOf(size);
  const edges = stripBandsHz.map((band) =>
    band.map((hz) => Math.min(size / 2, Math.round((hz * size) / rateHz))),
  );
  // Two loudspeakers play one channel.
  const scale = (channels === 1 ? 2 : 1) / size ** 2;
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const empty = () => stripBandsHz.map(() => new Float64Array(columns));
  const powers: BandPowers = { within: empty(), beside: empty() };

  function count(band: number, power: number, { column, beside }: MeteredRow): void {
    const [within, across] = [powers.within[band], powers.beside[band]];
    if (within) within[column] = (within[column] ?? 0) + power;
    if (across && beside !== null) across[beside] = (across[beside] ?? 0) + power;
  }

  // Two channels go through one complex transform: |Z(k)|² + |Z(−k)|² is twice the power of both.
  function measurePair(samples: Float32Array, channel: number, row: MeteredRow): void {
    const isPair = channel + 1 < channels;
    for (let at = 0; at < size; at += 1) {
      const weight = window[at] as number;
      re[at] = (samples[at * channels + channel] as number) * weight;
      im[at] = isPair ? (samples[at * channels + channel + 1] as number) * weight : 0;
    }
    transform(re, im);
    for (const [band, [low = 0, high = 0]] of edges.entries()) {
      let power = 0;
      for (let bin = low; bin < high; bin += 1)
        for (const each of [bin, size - bin]) power += (re[each] as number) ** 2 + (im[each] as number) ** 2;
      count(band, power * scale, row);
    }
  }

  return {
    powers,
    measure: (samples: Float32Array, row: MeteredRow): void => {
      for (let channel = 0; channel < channels; channel += 2) measurePair(samples, channel, row);
    },
  };
}

/** Measures the power of each band in the given rows, of all channels together. Takes interleaved samples, whole frames. */
export function createBandMeter({ rows, ...measured }: Metered) {
  const { rateHz, channels } = measured;
  const size = rowFramesOf(rateHz);
  const { measure, powers } = createRowMeasure(measured);
  const held = new Float32Array(size * channels);
  let [heldAt, filled, next] = [0, 0, 0];

  /** Lets go of what lies before a sample; returns how many of the frames that come next lie before it, too. */
  function moveTo(at: number, coming: number): number {
    const dropped = Math.min(filled, at - heldAt);
    held.copyWithin(0, dropped * channels, filled * channels);
    filled -= dropped;
    const skipped = Math.min(coming, at - heldAt - dropped);
    heldAt += dropped + skipped;
    return skipped;
  }

  function add(samples: Float32Array): void {
    const frames = samples.length / channels;
    let at = 0;
    for (let row = rows[next]; row; row = rows[next]) {
      at += moveTo(row.at, frames - at);
      const taken = Math.min(size - filled, frames - at);
      held.set(samples.subarray(at * channels, (at + taken) * channels), filled * channels);
      filled += taken;
      at += taken;
      if (filled < size) return;
      measure(held, row);
      next += 1;
    }
  }

  return {
    add,
    /** To be called once, at the end: a resampled sound may end a few samples before its last row does. */
    read: (): BandPowers => {
      add(new Float32Array(size * channels));
      return powers;
    },
  };
}
