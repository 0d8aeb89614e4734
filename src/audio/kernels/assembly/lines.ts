// AssemblyScript, about one channel of doubles; samples before `at` are its history.

function larger(two: v128): f64 {
  return max(f64x2.extract_lane(two, 0), f64x2.extract_lane(two, 1));
}

function smaller(two: v128): f64 {
  return min(f64x2.extract_lane(two, 0), f64x2.extract_lane(two, 1));
}

/** Writes the least and the largest size of samples. */
export function sizesOf(at: usize, count: i32, out: usize): void {
  let low = f64x2.splat(Infinity);
  let high = f64x2.splat(0);
  let i = 0;
  for (; i + 2 <= count; i += 2) {
    const two = f64x2.abs(v128.load(at));
    low = f64x2.pmin(low, two);
    high = f64x2.pmax(high, two);
    at += 16;
  }
  let least = smaller(low);
  let most = larger(high);
  if (i < count) {
    const last = abs(load<f64>(at));
    least = min(least, last);
    most = max(most, last);
  }
  store<f64>(out, least);
  store<f64>(out, most, 8);
}

/** Writes the lowest and the highest of samples and 0. */
export function rangeOf(at: usize, count: i32, out: usize): void {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  let i = 0;
  for (; i + 2 <= count; i += 2) {
    const two = v128.load(at);
    low = f64x2.pmin(low, two);
    high = f64x2.pmax(high, two);
    at += 16;
  }
  let least = smaller(low);
  let most = larger(high);
  if (i < count) {
    const last = load<f64>(at);
    least = min(least, last);
    most = max(most, last);
  }
  store<f64>(out, least);
  store<f64>(out, most, 8);
}

/** Returns how many samples precede the first that is within `flatness` of the one before it. */
export function countSteep(at: usize, count: i32, flatness: f64): i32 {
  const most = f64x2.splat(flatness);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const first = f64x2.le(f64x2.abs(f64x2.sub(v128.load(at), v128.load(at - 8))), most);
    const second = f64x2.le(f64x2.abs(f64x2.sub(v128.load(at + 16), v128.load(at + 8))), most);
    if (v128.any_true(v128.or(first, second))) break;
    at += 32;
  }
  for (; i < count; i++) {
    if (abs(load<f64>(at) - load<f64>(at - 8)) <= flatness) return i;
    at += 8;
  }
  return count;
}

/** Returns the largest distance of a sample from the line through the two before it. */
export function largestBend(at: usize, count: i32): f64 {
  const two = f64x2.splat(2);
  let largest = f64x2.splat(0);
  let i = 0;
  for (; i + 2 <= count; i += 2) {
    const step = f64x2.sub(v128.load(at - 16), f64x2.mul(two, v128.load(at - 8)));
    largest = f64x2.pmax(largest, f64x2.abs(f64x2.add(step, v128.load(at))));
    at += 16;
  }
  const most = larger(largest);
  if (i === count) return most;
  return max(most, abs(load<f64>(at - 16) - 2 * load<f64>(at - 8) + load<f64>(at)));
}

function offBoth(before: f64, after: f64): f64 {
  if (before > 0 !== after > 0) return 0;
  const left = abs(before);
  const right = abs(after);
  return left < right ? left : right;
}

/**
 * Writes the largest jump of one or two samples off the lines on both sides, the number of samples before its end (−5
 * without a jump), and the largest jump that is more than `near` away.
 */
export function largestJump(at: usize, count: i32, near: i32, out: usize): void {
  let size: f64 = 0;
  let other: f64 = 0;
  let place = -5;
  let second = load<f64>(at - 16);
  let last = load<f64>(at - 8);
  for (let i = 0; i < count; i++) {
    const sample = load<f64>(at);
    const behind = second - 2 * last + sample;
    second = last;
    last = sample;
    if (abs(behind) > other) {
      const d = load<f64>(at - 16);
      const c = load<f64>(at - 24);
      const b = load<f64>(at - 32);
      const one = offBoth(d - 2 * c + b, behind);
      const two = offBoth(c - 2 * b + load<f64>(at - 40), behind);
      const jump = one > two ? one : two;
      if (jump > other) {
        const isNear = size > 0 && i - place <= near;
        if (jump > size) {
          if (!isNear) other = size;
          size = jump;
          place = i;
        } else if (!isNear) other = jump;
      }
    }
    at += 8;
  }
  store<f64>(out, size);
  store<f64>(out, place, 8);
  store<f64>(out, other, 16);
}

/** Returns the largest size between two samples: in the middle of `width` samples from `at`, by `phases` rows of taps. */
function largestBetween(at: usize, taps: usize, phases: i32, width: i32): f64 {
  let largest: f64 = 0;
  for (let phase = 0; phase < phases; phase++) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let from = at;
    for (let tap = 0; tap < width; tap += 4) {
      a = f64x2.add(a, f64x2.mul(v128.load(from), v128.load(taps)));
      b = f64x2.add(b, f64x2.mul(v128.load(from, 16), v128.load(taps, 16)));
      from += 32;
      taps += 32;
    }
    a = f64x2.add(a, b);
    const size = abs(f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1));
    if (size > largest) largest = size;
  }
  return largest;
}

const blockFrames = 256;

/**
 * Searches samples for a larger true peak. `gains` are the most that the middle two samples, the two on either side and
 * the others add, relative to the largest of each. `peaks` holds the peaks of the last block, of all samples, and
 * between them.
 */
export function truePeak(
  at: usize,
  count: i32,
  taps: usize,
  phases: i32,
  width: i32,
  gains: usize,
  peaks: usize,
): void {
  const middleGain = load<f64>(gains);
  const besideGain = load<f64>(gains, 8);
  const otherGain = load<f64>(gains, 16);
  const middle = (<usize>((width >> 1) - 1)) << 3;
  let before = load<f64>(peaks);
  let most = load<f64>(peaks, 16);
  for (let from = 0; from < count; from += blockFrames) {
    const frames = min(blockFrames, count - from);
    const first = at + ((<usize>from) << 3);
    let high = f64x2.splat(0);
    let i = 0;
    for (; i + 2 <= frames; i += 2) high = f64x2.pmax(high, f64x2.abs(v128.load(first + ((<usize>i) << 3))));
    let peak = larger(high);
    if (i < frames) peak = max(peak, abs(load<f64>(first + ((<usize>i) << 3))));
    if (peak > load<f64>(peaks, 8)) store<f64>(peaks, peak, 8);
    if (peak > most) most = peak;
    const around = max(peak, before);
    if ((middleGain + besideGain + otherGain) * around > most) {
      let line = first - ((<usize>(width - 1)) << 3);
      for (let frame = 0; frame < frames; frame++) {
        const inner = line + middle;
        const nearest = max(abs(load<f64>(inner)), abs(load<f64>(inner, 8)));
        if (middleGain * nearest + (besideGain + otherGain) * around > most) {
          const beside = larger(
            f64x2.pmax(f64x2.abs(v128.load(inner - 16)), f64x2.abs(v128.load(inner + 16))),
          );
          if (middleGain * nearest + besideGain * beside + otherGain * around > most) {
            const between = largestBetween(line, taps, phases, width);
            if (between > most) most = between;
          }
        }
        line += 8;
      }
    }
    before = frames < width ? around : peak;
  }
  store<f64>(peaks, before);
  store<f64>(peaks, most, 16);
}
