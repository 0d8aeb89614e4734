/** A pitch that stands out of a recording, over its whole length. */
export type HeardPitch = {
  /** The nearest note: 69 is A4, 440 Hz; 12 make an octave. */
  readonly note: number;
  /** The measured frequency. */
  readonly hz: number;
  /** How strong it is beside the first, at most 1. */
  readonly share: number;
};

const mostPitches = 4;
const lowestHz = 27.5;
/** Tenths of a semitone. */
const stepsPerOctave = 120;
const octaves = 7;
/** How far from a pitch what is heard still counts as it: less than half a semitone. */
const reach = 5;
/** Energy between `reach` and here counts against a pitch: a gliding voice has energy everywhere. */
const ring = 7;
/** Two pitches are further apart. */
const apart = 8;
/** The least that the strongest has of all that is heard. In the tests speech stays below 0.09, music of many notes above 0.14. */
const leastStrength = 0.1;
/** The least that another has of the strongest. */
const leastShare = 0.3;
/** A pitch with this share of the strongest may come first: in a chord that is the lowest note, whichever is a little louder. */
const leadShare = 0.9;

const weightsAround = Array.from({ length: ring + 1 }, (_, away) =>
  away < reach ? Math.cos((Math.PI * away) / (2 * reach)) ** 2 : -reach / (2 * (ring - reach + 1)),
);

const circular = (step: number) => (step + stepsPerOctave) % stepsPerOctave;
const distance = (a: number, b: number) => Math.min(circular(a - b), circular(b - a));
const noteOf = (hz: number) => Math.round(69 + 12 * Math.log2(hz / 440));
const rounded = (value: number) => Math.round(value * 100) / 100;

/** All octaves in one: how much each step stands out of what lies around it. */
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

/** The places of the pitches that stand out, the strongest first. */
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

/** Puts the lowest of the strong ones first, and says how strong the others are beside it. */
function led(pitches: readonly HeardPitch[]): HeardPitch[] {
  const strong = pitches.filter(({ share }) => share >= leadShare);
  const first = strong.toSorted((a, b) => a.hz - b.hz)[0];
  if (!first) return [];
  return [first, ...pitches.filter((pitch) => pitch !== first)].map((pitch) => ({
    ...pitch,
    share: Math.min(1, rounded(pitch.share / first.share)),
  }));
}

/** Collects what is heard in each tenth of a semitone. */
export function createHeardPitches() {
  const weights = new Float64Array(octaves * stepsPerOctave);
  /** The weights, each multiplied by how many octaves the sound lies above the lowest frequency. */
  const heights = new Float64Array(octaves * stepsPerOctave);
  let total = 0;

  /** The frequency of a pitch in the octave in which it is strongest. */
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
    /** How much was heard at a moment, whatever it was. */
    addAll(weight: number) {
      total += weight;
    },
    /** How much of it was a note. */
    add(hz: number, weight: number) {
      const height = Math.log2(hz / lowestHz);
      const step = Math.round(height * stepsPerOctave);
      if (step < 0 || step >= weights.length) return;
      weights[step] = (weights[step] as number) + weight;
      heights[step] = (heights[step] as number) + weight * height;
    },
    /** The pitches that stand out of it: the lowest of the strong ones, then the others by their strength, no two of one name; none where none does. */
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
