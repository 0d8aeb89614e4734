/** Hops whose products make up one curve. */
const hopsPerCurve = 5;

/**
 * McLeod's normalised square difference function of a stream, 2·Σx(t)x(t−τ) / Σ(x(t)² + x(t−τ)²), by lag τ in samples:
 * 1 where the stream repeats, 0 where it has nothing to do with its past. The products of each hop with its past are
 * computed once and summed over the last five hops, which is a fifth of the work of computing every curve anew.
 */
export function createSimilarity(hop: number, lags: number) {
  /** The past as far as the longest lag, then the newest hop. */
  const recent = new Float64Array(lags + hop);
  const hops = Array.from({ length: hopsPerCurve }, () => ({
    products: new Float64Array(lags),
    powers: new Float64Array(lags),
  }));
  const curve = new Float64Array(lags);
  let filled = 0;

  /** The square of each. */
  const squares = new Float64Array(lags + hop);

  function correlate({ products, powers }: (typeof hops)[number]): void {
    for (let i = 0; i < lags + hop; i += 1) squares[i] = (recent[i] as number) ** 2;
    let power = 0;
    for (let i = lags; i < lags + hop; i += 1) power += squares[i] as number;
    for (let lag = 0; lag < lags; lag += 1) {
      let product = 0;
      for (let i = lags; i < lags + hop; i += 1)
        product += (recent[i] as number) * (recent[i - lag] as number);
      products[lag] = product;
      // One further back, the hop loses its last sample and gains one before its first.
      powers[lag] = Math.max(0, power);
      power += (squares[lags - lag - 1] as number) - (squares[lags + hop - lag - 1] as number);
    }
  }

  function sumUp(): void {
    let power = 0;
    for (const { powers } of hops) power += powers[0] as number;
    for (let lag = 0; lag < lags; lag += 1) {
      let product = 0;
      let shifted = 0;
      for (const { products, powers } of hops) {
        product += products[lag] as number;
        shifted += powers[lag] as number;
      }
      curve[lag] = power + shifted > 0 ? (2 * product) / (power + shifted) : 0;
    }
  }

  return {
    /** The curve after the last full hop. */
    curve,
    /** Takes one sample; the mean power of the hop it completes, or undefined when it completes none. */
    push(sample: number): number | undefined {
      recent[lags + filled] = sample;
      filled += 1;
      if (filled < hop) return undefined;
      filled = 0;
      const oldest = hops.shift();
      if (!oldest) throw new Error('no hop');
      hops.push(oldest);
      correlate(oldest);
      sumUp();
      recent.copyWithin(0, hop);
      return (oldest.powers[0] ?? 0) / hop;
    },
  };
}
