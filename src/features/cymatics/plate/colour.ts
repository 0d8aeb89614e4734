/**
 * The colour of a sound: the first `count` lags of its normalised autocorrelation after pre-emphasis, worked out from
 * the curve of the plain signal. It hardly depends on pitch or loudness, and moves from one vowel to the next.
 */
export function colourOf(curve: Float64Array, count: number): Float32Array {
  const at = (lag: number) => curve[lag] ?? 0;
  const scale = 2 * (at(0) - at(1)) + 0.001;
  return Float32Array.from({ length: count }, (_, lag) => (2 * at(lag + 1) - at(lag) - at(lag + 2)) / scale);
}

/** Root mean square difference of two colours; 0.05 to 0.1 is what noise and vibrato do to one and the same sound. */
export function colourDistance(a: Float32Array, b: Float32Array): number {
  return Math.sqrt(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length);
}
