/** A filter of second order: b0, b1, b2, a1, a2 of the transfer function with a0 = 1. */
type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/**
 * The two stages of ITU-R BS.1770's K-weighting for any sample rate: a shelf that stands for the head, then a high pass. The
 * recommendation prints their values for 48 kHz; these are the analogue filters behind them, mapped by the bilinear transform.
 */
function stagesAt(rateHz: number): readonly [Biquad, Biquad] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / rateHz);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const shelfA0 = 1 + shelfK / shelfQ + shelfK ** 2;
  const shelf: Biquad = [
    (high + (band * shelfK) / shelfQ + shelfK ** 2) / shelfA0,
    (2 * (shelfK ** 2 - high)) / shelfA0,
    (high - (band * shelfK) / shelfQ + shelfK ** 2) / shelfA0,
    (2 * (shelfK ** 2 - 1)) / shelfA0,
    (1 - shelfK / shelfQ + shelfK ** 2) / shelfA0,
  ];
  const passK = Math.tan((Math.PI * 38.13547087602444) / rateHz);
  const passQ = 0.5003270373238773;
  const passA0 = 1 + passK / passQ + passK ** 2;
  const pass: Biquad = [1, -2, 1, (2 * (passK ** 2 - 1)) / passA0, (1 - passK / passQ + passK ** 2) / passA0];
  return [shelf, pass];
}

/** One channel's K-weighting; keeps its state from block to block. Returns the sum of the squares of the weighted samples. */
export function createKWeighting(
  rateHz: number,
): (samples: Float64Array, from: number, to: number) => number {
  const [[b0, b1, b2, a1, a2], [c0, c1, c2, d1, d2]] = stagesAt(rateHz);
  // Transposed direct form II: two states a stage.
  const states = new Float64Array(4);
  return (samples, from, to) => {
    // Held here, since this runs for every sample.
    let [s1 = 0, s2 = 0, t1 = 0, t2 = 0] = states;
    let sum = 0;
    for (let at = from; at < to; at++) {
      const sample = samples[at] ?? 0;
      const shelved = b0 * sample + s1;
      s1 = b1 * sample - a1 * shelved + s2;
      s2 = b2 * sample - a2 * shelved;
      const weighted = c0 * shelved + t1;
      t1 = c1 * shelved - d1 * weighted + t2;
      t2 = c2 * shelved - d2 * weighted;
      sum += weighted * weighted;
    }
    states.set([s1, s2, t1, t2]);
    return sum;
  };
}
