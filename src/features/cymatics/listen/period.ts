/** McLeod's k: the first peak at least this much of the highest one is the period. */
const keyShare = 0.85;

/**
 * Finds the peak of the parabola through three neighbouring values: its offset from the middle one, −0.5 to 0.5, and its height.
 */
function vertexOf(before: number, at: number, after: number): { offset: number; height: number } {
  const bend = before - 2 * at + after;
  if (bend >= 0) return { offset: 0, height: at };
  const offset = (before - after) / (2 * bend);
  return { offset, height: at - ((before - after) * offset) / 4 };
}

function peakAt(curve: Float64Array, lag: number): { lag: number; height: number } {
  const { offset, height } = vertexOf(curve[lag - 1] ?? 0, curve[lag] ?? 0, curve[lag + 1] ?? 0);
  return { lag: lag + offset, height };
}

/** The highest point of each positive lobe after the first zero crossing ("key maxima"). */
function keyMaximaOf(curve: Float64Array): number[] {
  const maxima: number[] = [];
  let best = 0;
  let lag = 1;
  while (lag < curve.length && (curve[lag] ?? 0) > 0) lag += 1;
  for (; lag < curve.length - 1; lag += 1) {
    const value = curve[lag] ?? 0;
    if (value > 0) {
      if (value >= (curve[lag - 1] ?? 0) && value >= (curve[lag + 1] ?? 0))
        best = best === 0 || value > (curve[best] ?? 0) ? lag : best;
    } else if (best > 0) {
      maxima.push(best);
      best = 0;
    }
  }
  if (best > 0) maxima.push(best);
  return maxima;
}

/**
 * The period in samples and its clarity (both 0 when there is none), from a normalised square difference function. A short period is measured
 * again at its multiples, where the same error of the peak's place weighs less.
 * P. McLeod, G. Wyvill: A smarter way to find pitch (ICMC 2005).
 */
export function periodOf(curve: Float64Array): {
  period: number;
  clarity: number;
} {
  const peaks = keyMaximaOf(curve).map((lag) => peakAt(curve, lag));
  const highest = Math.max(...peaks.map((peak) => peak.height));
  const first = peaks.find((peak) => peak.height >= keyShare * highest);
  if (!first) return { period: 0, clarity: 0 };
  let period = first.lag;
  for (let times = 2; times <= 8 && period * times < curve.length - 2; times += 1) {
    const around = Math.round(period * times);
    const lag = [around - 1, around, around + 1].find(
      (each) => (curve[each] ?? 0) >= (curve[each - 1] ?? 0) && (curve[each] ?? 0) >= (curve[each + 1] ?? 0),
    );
    if (lag === undefined) break;
    const again = peakAt(curve, lag);
    if (again.height < 0.8 * first.height) break;
    period = again.lag / times;
  }
  return { period, clarity: Math.min(1, first.height) };
}
