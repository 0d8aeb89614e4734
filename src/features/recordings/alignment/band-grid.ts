import { createFft } from '#src/features/recordings/signal/fft.ts';
import { stripBandsHz } from './sound-comparison.ts';

/** Powers of each band, one row every `rowS` seconds. */
export type BandGrid = {
  readonly rowS: number;
  readonly rows: readonly Float32Array[];
};

/** The transform lasts about a twelfth of a second at every rate, so that the lowest band has several of its frequencies. */
const sizeOf = (rateHz: number) => 2 ** Math.ceil(Math.log2(rateHz / 12));

/** Measures the power of each band over time, of all channels together. Takes interleaved samples, whole frames. */
export function createBandMeter({
  rateHz,
  channels,
}: {
  readonly rateHz: number;
  readonly channels: number;
}) {
  const size = sizeOf(rateHz);
  const hop = size / 2;
  const transform = createFft(size);
  const window = Float64Array.from(
    { length: size },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size),
  );
  const edges = stripBandsHz.map((band) => band.map((hz) => Math.min(hop, Math.round((hz * size) / rateHz))));
  const held = new Float32Array(size * channels);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const rows: Float32Array[] = [];
  let filled = 0;

  // Two channels go through one complex transform: |Z(k)|² + |Z(−k)|² is twice the power of both.
  function addPair(row: Float32Array, channel: number): void {
    const isPair = channel + 1 < channels;
    for (let at = 0; at < size; at += 1) {
      const weight = window[at] as number;
      re[at] = (held[at * channels + channel] as number) * weight;
      im[at] = isPair ? (held[at * channels + channel + 1] as number) * weight : 0;
    }
    transform(re, im);
    for (const [band, [low = 0, high = 0]] of edges.entries()) {
      let power = 0;
      for (let bin = low; bin < high; bin += 1)
        for (const each of [bin, size - bin]) power += (re[each] as number) ** 2 + (im[each] as number) ** 2;
      row[band] = (row[band] as number) + power / size ** 2;
    }
  }

  function measure(): void {
    const row = new Float32Array(stripBandsHz.length);
    for (let channel = 0; channel < channels; channel += 2) addPair(row, channel);
    rows.push(row);
    held.copyWithin(0, hop * channels);
    filled = hop * channels;
  }

  return {
    add: (samples: Float32Array): void => {
      for (let at = 0; at < samples.length;) {
        const taken = Math.min(held.length - filled, samples.length - at);
        held.set(samples.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        if (filled === held.length) measure();
      }
    },
    read: (): BandGrid => ({ rowS: hop / rateHz, rows }),
  };
}
