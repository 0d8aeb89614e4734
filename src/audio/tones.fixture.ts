export type Part = { readonly s: number; readonly dBFS: number };

export const rates = [44_100, 48_000, 96_000];

/** One second of 1 kHz at each rate, which loops seamlessly. */
const seconds = new Map(
  rates.map((rateHz) => [
    rateHz,
    Float64Array.from({ length: rateHz }, (_, at) => Math.sin((2 * Math.PI * 1000 * at) / rateHz)),
  ]),
);

/** Consecutive 1 kHz sines at these levels. */
export function tones(rateHz: number, parts: readonly Part[]): Float64Array {
  const second = seconds.get(rateHz) ?? new Float64Array(0);
  const lengths = parts.map(({ s }) => Math.round(s * rateHz));
  const samples = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  parts.forEach(({ dBFS }, part) => {
    const [size, to] = [10 ** (dBFS / 20), at + (lengths[part] ?? 0)];
    for (; at < to; at++) samples[at] = size * (second[at % rateHz] ?? 0);
  });
  return samples;
}
