// AssemblyScript: compiled to WebAssembly by scripts/generate.ts. `../plain-kernels.ts` computes the same, bit by bit.

/** Converts 16-bit samples (little-endian) to floats. */
export function floatsOf16(from: usize, count: i32, to: usize): void {
  const scale = f32x4.splat(1.0 / 32768.0);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const wide = i32x4.extend_low_i16x8_s(v128.load64_zero(from));
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(wide), scale));
    from += 8;
    to += 16;
  }
  for (; i < count; i++) {
    store<f32>(to, <f32>load<i16>(from) * (1.0 / 32768.0));
    from += 2;
    to += 4;
  }
}

/** Converts 24-bit samples (little-endian) to floats. Reads up to four bytes beyond the last. */
export function floatsOf24(from: usize, count: i32, to: usize): void {
  const scale = f32x4.splat(1.0 / 8388608.0);
  const zero = i32x4.splat(0);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const bytes = v128.load(from);
    const high = v128.shuffle<i8>(zero, bytes, 0, 16, 17, 18, 0, 19, 20, 21, 0, 22, 23, 24, 0, 25, 26, 27);
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.shr_s(high, 8)), scale));
    from += 12;
    to += 16;
  }
  for (; i < count; i++) {
    const value = ((<i32>load<i8>(from, 2)) << 16) | ((<i32>load<u8>(from, 1)) << 8) | <i32>load<u8>(from);
    store<f32>(to, <f32>value * (1.0 / 8388608.0));
    from += 3;
    to += 4;
  }
}

/** Converts 32-bit samples (little-endian) to the nearest floats. */
export function floatsOf32(from: usize, count: i32, to: usize): void {
  const scale: f32 = 1.0 / 2147483648.0;
  for (let i = 0; i < count; i++) {
    store<f32>(to, <f32>load<i32>(from) * scale);
    from += 4;
    to += 4;
  }
}

/**
 * Splits two of several channels, from `from` on, to pairs and to single channels of doubles. A lone last channel is
 * beside zeros. What is no finite number becomes 0.
 */
export function splitPair(
  from: usize,
  channels: i32,
  isLone: i32,
  frames: i32,
  both: usize,
  left: usize,
  right: usize,
): void {
  const infinite = f32x4.splat(Infinity);
  const step = (<usize>channels) << 2;
  for (let i = 0; i < frames; i++) {
    const read = isLone ? v128.load32_zero(from) : v128.load64_zero(from);
    const finite = v128.and(read, f32x4.lt(f32x4.abs(read), infinite));
    const pair = f64x2.promote_low_f32x4(finite);
    v128.store(both, pair);
    v128.store64_lane(left, pair, 0);
    v128.store64_lane(right, pair, 1);
    from += step;
    both += 16;
    left += 8;
    right += 8;
  }
}

/** Adds pairs to others. */
export function addPairs(to: usize, from: usize, frames: i32): void {
  for (let i = 0; i < frames; i++) {
    v128.store(to, f64x2.add(v128.load(to), v128.load(from)));
    to += 16;
    from += 16;
  }
}

/** Writes the lowest and the highest of floats; what is no number is passed over. */
export function lowestAndHighest(from: usize, count: i32, out: usize): void {
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const four = v128.load(from);
    low = f32x4.pmin(low, four);
    high = f32x4.pmax(high, four);
    from += 16;
  }
  let least = min(
    min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)),
    min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)),
  );
  let most = max(
    max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)),
    max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)),
  );
  for (; i < count; i++) {
    const one = load<f32>(from);
    if (one < least) least = one;
    if (one > most) most = one;
    from += 4;
  }
  store<f64>(out, least);
  store<f64>(out, most, 8);
}

/**
 * Writes eight figures of pairs: the sums of left², right², left · right and (left − right)², the largest sizes of left
 * and right, and the sums of left and right.
 */
export function sumsOfPairs(both: usize, frames: i32, out: usize): void {
  let squares = f64x2.splat(0);
  let products = f64x2.splat(0);
  let differences = f64x2.splat(0);
  let largest = f64x2.splat(0);
  let sums = f64x2.splat(0);
  for (let i = 0; i < frames; i++) {
    const pair = v128.load(both);
    const swapped = v128.shuffle<f64>(pair, pair, 1, 0);
    const difference = f64x2.sub(pair, swapped);
    squares = f64x2.add(squares, f64x2.mul(pair, pair));
    products = f64x2.add(products, f64x2.mul(pair, swapped));
    differences = f64x2.add(differences, f64x2.mul(difference, difference));
    largest = f64x2.pmax(largest, f64x2.abs(pair));
    sums = f64x2.add(sums, pair);
    both += 16;
  }
  v128.store(out, squares);
  store<f64>(out, f64x2.extract_lane(products, 0), 16);
  store<f64>(out, f64x2.extract_lane(differences, 0), 24);
  v128.store(out, largest, 32);
  v128.store(out, sums, 48);
}

/**
 * K-weights pairs and writes the sums of their squares. `filter` holds the ten coefficients of two stages, `state` four
 * pairs.
 */
export function weighPairs(both: usize, frames: i32, filter: usize, state: usize, out: usize): void {
  const b0 = v128.load64_splat(filter);
  const b1 = v128.load64_splat(filter, 8);
  const b2 = v128.load64_splat(filter, 16);
  const a1 = v128.load64_splat(filter, 24);
  const a2 = v128.load64_splat(filter, 32);
  const c0 = v128.load64_splat(filter, 40);
  const c1 = v128.load64_splat(filter, 48);
  const c2 = v128.load64_splat(filter, 56);
  const d1 = v128.load64_splat(filter, 64);
  const d2 = v128.load64_splat(filter, 72);
  let s1 = v128.load(state);
  let s2 = v128.load(state, 16);
  let t1 = v128.load(state, 32);
  let t2 = v128.load(state, 48);
  let sum = f64x2.splat(0);
  for (let i = 0; i < frames; i++) {
    const pair = v128.load(both);
    const shelved = f64x2.add(f64x2.mul(b0, pair), s1);
    s1 = f64x2.sub(f64x2.add(f64x2.mul(b1, pair), s2), f64x2.mul(a1, shelved));
    s2 = f64x2.sub(f64x2.mul(b2, pair), f64x2.mul(a2, shelved));
    const weighted = f64x2.add(f64x2.mul(c0, shelved), t1);
    t1 = f64x2.sub(f64x2.add(f64x2.mul(c1, shelved), t2), f64x2.mul(d1, weighted));
    t2 = f64x2.sub(f64x2.mul(c2, shelved), f64x2.mul(d2, weighted));
    sum = f64x2.add(sum, f64x2.mul(weighted, weighted));
    both += 16;
  }
  v128.store(state, s1);
  v128.store(state, s2, 16);
  v128.store(state, t1, 32);
  v128.store(state, t2, 48);
  v128.store(out, sum);
}
