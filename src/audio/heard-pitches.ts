/** A steady tone: a peak of the spectrum. */
type Tone = { readonly hz: number; readonly power: number };

const [lowestToneHz, highestToneHz] = [27, 2100];
/** Number of bins on either side that a peak is compared with. */
const around = 24;
/** A tone is the highest of this many bins on either side. */
const alone = 3;
/** Minimum ratio of a tone to the geometric mean around it; noise reaches it in one bin of a million. */
const leastHeight = Math.log(24);
/** Tones softer than this relative to the loudest are ignored: window side lobes are as loud. */
const softestTone = 1e-4;
const mostTones = 40;

/** Prefix sums of the bins' logarithms. */
function logSumsOf(power: Float64Array, to: number): Float64Array {
  const sums = new Float64Array(to + 1);
  for (let bin = 0; bin < to; bin++)
    sums[bin + 1] = (sums[bin] as number) + Math.log((power[bin] as number) + 1e-30);
  return sums;
}

function isHighest(power: Float64Array, bin: number): boolean {
  const here = power[bin] as number;
  for (let away = 1; away <= alone; away++)
    if ((power[bin - away] ?? 0) >= here || (power[bin + away] ?? 0) > here) return false;
  return true;
}

/** Returns the steady tones in a spectrum up to 2.1 kHz, by frequency: peaks far above their surroundings. */
export function tonesIn(power: Float64Array, binHz: number): Tone[] {
  const last = Math.min(power.length - around - 2, Math.floor(highestToneHz / binHz));
  const sums = logSumsOf(power, last + around + 1);
  const logAt = (bin: number) => (sums[bin + 1] as number) - (sums[bin] as number);
  const tones: Tone[] = [];
  for (let bin = Math.ceil(lowestToneHz / binHz); bin <= last; bin++) {
    if (!isHighest(power, bin)) continue;
    const [from, to] = [Math.max(1, bin - around), bin + around + 1];
    const mean = ((sums[to] as number) - (sums[from] as number)) / (to - from);
    if (logAt(bin) - mean < leastHeight) continue;
    const [left, right] = [logAt(bin - 1), logAt(bin + 1)];
    // The vertex of a parabola through the three bins over which a Hann window spreads a tone.
    const shift = (left - right) / (2 * (left - 2 * logAt(bin) + right));
    const own = (power[bin - 1] as number) + (power[bin] as number) + (power[bin + 1] as number);
    tones.push({ hz: (bin + shift) * binHz, power: own });
  }
  const loudest = Math.max(0, ...tones.map((tone) => tone.power));
  const kept = tones
    .filter((tone) => tone.power > softestTone * loudest)
    .toSorted((a, b) => b.power - a.power);
  return kept.slice(0, mostTones).toSorted((a, b) => a.hz - b.hz);
}

const mostPartials = 10;
/** The weight of each partial relative to the previous one. */
const partialGain = 0.8;
/** Minimum power of a fundamental relative to its loudest partial. */
const leastFundamental = 0.003;
const mostNotes = 5;
/** Notes softer than this relative to all tones are dropped. */
const softestNote = 0.01;

/** Half a semitone, plus the resolution of a short section. */
const isNear = (hz: number, wanted: number) => Math.abs(hz - wanted) < Math.max(0.028 * wanted, 1);

type Found = { readonly partials: readonly Tone[]; readonly salience: number };

/** Returns the tones that belong to the one at `first`: itself and its harmonics. */
function partialsOf(tones: readonly Tone[], first: number): Found {
  const base = tones[first] as Tone;
  const partials: Tone[] = [];
  let salience = 0;
  let at = first;
  for (let partial = 1; partial <= mostPartials; partial++) {
    const wanted = partial * base.hz;
    while (at < tones.length && (tones[at] as Tone).hz < wanted && !isNear((tones[at] as Tone).hz, wanted))
      at++;
    const found = tones[at];
    if (!found) break;
    if (!isNear(found.hz, wanted)) continue;
    partials.push(found);
    salience += partialGain ** (partial - 1) * found.power ** 0.3;
  }
  return { partials, salience };
}

/** Returns the note that explains most of the tones. */
function strongestIn(tones: readonly Tone[]): Found | null {
  let best: Found | null = null;
  for (let first = 0; first < tones.length; first++) {
    const found = partialsOf(tones, first);
    const loudest = Math.max(...found.partials.map(({ power }) => power));
    if ((tones[first] as Tone).power < leastFundamental * loudest) continue;
    if (!best || found.salience > best.salience) best = found;
  }
  return best;
}

const powerOf = (tones: readonly Tone[]) => tones.reduce((sum, { power }) => sum + power, 0);

/**
 * Returns the notes that explain the tones, strongest first: each with the frequency of its fundamental and the power
 * of all its partials.
 */
export function notesIn(tones: readonly Tone[]): Tone[] {
  const softest = softestNote * powerOf(tones);
  const notes: Tone[] = [];
  let left = tones;
  while (notes.length < mostNotes) {
    const best = strongestIn(left);
    const base = best?.partials[0];
    if (!best || !base) break;
    const power = powerOf(best.partials);
    if (power < softest) break;
    notes.push({ hz: base.hz, power });
    left = left.filter((tone) => !best.partials.includes(tone));
  }
  return notes;
}

/** A prominent pitch of a recording, over its whole length. */
export type HeardPitch = {
  /** The nearest note: 69 is A4, 440 Hz; 12 make an octave. */
  readonly note: number;
  /** The measured frequency. */
  readonly hz: number;
  /** Its strength relative to the first, at most 1. */
  readonly share: number;
};

const mostPitches = 4;
const lowestHz = 27.5;
/** Tenths of a semitone. */
const stepsPerOctave = 120;
const octaves = 7;
/** Energy within this distance counts as the pitch: less than half a semitone. */
const reach = 5;
/** Energy between `reach` and here counts against a pitch: a gliding voice has energy everywhere. */
const ring = 7;
/** Minimum distance between two pitches. */
const apart = 8;
/**
 * Minimum share of the strongest pitch in the total energy. In the tests speech is below 0.09, music with many notes
 * above 0.14.
 */
const leastStrength = 0.1;
/** Minimum strength of other pitches relative to the strongest. */
const leastShare = 0.3;
/**
 * A pitch with this share of the strongest may be first: in a chord, the lowest note leads even if another is slightly
 * louder.
 */
const leadShare = 0.9;

const weightsAround = Array.from({ length: ring + 1 }, (_, away) =>
  away < reach ? Math.cos((Math.PI * away) / (2 * reach)) ** 2 : -reach / (2 * (ring - reach + 1)),
);

const circular = (step: number) => (step + stepsPerOctave) % stepsPerOctave;
const distance = (a: number, b: number) => Math.min(circular(a - b), circular(b - a));
const noteOf = (hz: number) => Math.round(69 + 12 * Math.log2(hz / 440));
const rounded = (value: number) => Math.round(value * 100) / 100;

/** Folds all octaves into one: how far each step exceeds its surroundings. */
function chromaOf(weights: Float64Array): Float64Array {
  const folded = new Float64Array(stepsPerOctave);
  weights.forEach((weight, step) => {
    folded[step % stepsPerOctave] = (folded[step % stepsPerOctave] as number) + weight;
  });
  return folded.map((_, step) => {
    let sum = 0;
    for (let away = -ring; away <= ring; away++)
      sum += (folded[circular(step + away)] as number) * (weightsAround[Math.abs(away)] as number);
    return Math.max(0, sum);
  });
}

/** Returns the positions of the prominent pitches, strongest first. */
function placesIn(chroma: Float64Array, total: number): number[] {
  const sorted = [...chroma.keys()].toSorted(
    (a, b) => (chroma[b] as number) - (chroma[a] as number) || a - b,
  );
  const strongest = chroma[sorted[0] as number] as number;
  if (total === 0 || strongest < leastStrength * total) return [];
  const places: number[] = [];
  for (const place of sorted) {
    if ((chroma[place] as number) < leastShare * strongest) break;
    if (places.every((other) => distance(place, other) > apart)) places.push(place);
  }
  return places;
}

/** Puts the lowest of the strong pitches first, and returns the relative strength of the others. */
function led(pitches: readonly HeardPitch[]): HeardPitch[] {
  const strong = pitches.filter(({ share }) => share >= leadShare);
  const first = strong.toSorted((a, b) => a.hz - b.hz)[0];
  if (!first) return [];
  return [first, ...pitches.filter((pitch) => pitch !== first)].map((pitch) => ({
    ...pitch,
    share: Math.min(1, rounded(pitch.share / first.share)),
  }));
}

/** Collects the energy in each tenth of a semitone. */
export function createHeardPitches() {
  const weights = new Float64Array(octaves * stepsPerOctave);
  /** The weights, each multiplied by the sound's octaves above the lowest frequency. */
  const heights = new Float64Array(octaves * stepsPerOctave);
  let total = 0;

  /** Returns the frequency of a pitch in its strongest octave. */
  function strongestHzOf(place: number): number {
    let [most, hz] = [0, lowestHz];
    for (let middle = place; middle < weights.length + reach; middle += stepsPerOctave) {
      const [from, to] = [Math.max(0, middle - reach), middle + reach + 1];
      const weight = weights.subarray(from, to).reduce((sum, each) => sum + each, 0);
      if (weight <= most) continue;
      const height = heights.subarray(from, to).reduce((sum, each) => sum + each, 0) / weight;
      [most, hz] = [weight, lowestHz * 2 ** height];
    }
    return hz;
  }

  return {
    /** Total energy at a moment. */
    addAll(weight: number) {
      total += weight;
    },
    /** The share of it that was a note. */
    add(hz: number, weight: number) {
      const height = Math.log2(hz / lowestHz);
      const step = Math.round(height * stepsPerOctave);
      if (step < 0 || step >= weights.length) return;
      weights[step] = (weights[step] as number) + weight;
      heights[step] = (heights[step] as number) + weight * height;
    },
    /**
     * Returns the prominent pitches: the lowest of the strong ones first, then the others by strength, each pitch class
     * once; empty if none is prominent.
     */
    read(): HeardPitch[] {
      const chroma = chromaOf(weights);
      const places = placesIn(chroma, total);
      const strongest = chroma[places[0] ?? 0] as number;
      const names = new Set<number>();
      const pitches = places.map((place) => {
        const hz = strongestHzOf(place);
        return { note: noteOf(hz), hz: rounded(hz), share: rounded((chroma[place] as number) / strongest) };
      });
      const named = pitches.filter(({ note }) => !names.has(note % 12) && names.add(note % 12));
      return led(named.slice(0, mostPitches));
    },
  };
}
