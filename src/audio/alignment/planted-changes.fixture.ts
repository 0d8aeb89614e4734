import { beatOf, createRandom, musicOf, type Music } from './music.fixture.ts';
import type { Place } from './place-change.ts';

/** The tracks of a song, which a mix adds up. */
type Song = { readonly rateHz: number; readonly tracks: readonly [drums: Music, notes: Music, voice: Music] };

const lengthS = 24;

/** Returns a voice that sings syllables: harmonics with vibrato under two moving formants, and pauses. */
function voiceOf(seed: number, rateHz: number): Music {
  const random = createRandom(seed);
  const voice = new Float32Array(lengthS * rateHz);
  let phase = 0;
  for (let start = 0; start < voice.length;) {
    const length = Math.round((0.25 + 0.6 * random()) * rateHz);
    const hz = 150 * 2 ** (Math.floor(12 * random()) / 12);
    const formants = [350 + 500 * random(), 1100 + 1300 * random(), 2600 + 800 * random()];
    const level = random() < 0.2 ? 0 : 0.12 + 0.1 * random();
    const shares = Array.from({ length: 24 }, (_, index) =>
      formants.reduce(
        (sum, formant, place) => sum + 0.5 ** place / (1 + (((index + 1) * hz - formant) / 90) ** 2),
        0.004,
      ),
    );
    for (let at = 0; at < length && start + at < voice.length; at += 1) {
      const t = at / rateHz;
      phase += (2 * Math.PI * hz * (1 + 0.006 * Math.sin(2 * Math.PI * 5.5 * t))) / rateHz;
      const envelope = Math.min(1, t / 0.04) * Math.min(1, (length - at) / (0.06 * rateHz));
      let sample = 0;
      for (let index = 0; index < shares.length && (index + 1) * hz < 0.45 * rateHz; index += 1)
        sample += (shares[index] as number) * Math.sin((index + 1) * phase);
      voice[start + at] = level * envelope * sample;
    }
    start += length + Math.round(0.12 * random() * rateHz);
  }
  return voice;
}

const songOf = (seed: number, rateHz: number): Song => ({
  rateHz,
  tracks: [beatOf(lengthS, seed, rateHz), musicOf(lengthS, seed + 1, rateHz), voiceOf(seed + 2, rateHz)],
});

const mixOf = (tracks: readonly Music[]): Music =>
  new Float32Array(tracks[0]?.length ?? 0).map((_, at) =>
    tracks.reduce((sum, track) => sum + (track[at] ?? 0), 0),
  );

const dbFactor = (db: number) => 10 ** (db / 20);

/** A passage in samples. */
type Passage = { readonly from: number; readonly to: number };

/** Returns how much of a change applies at a sample: 10 ms of fading at both ends of its passage. */
const fadeAt = (at: number, { from, to }: Passage, rateHz: number) =>
  Math.max(0, Math.min(1, (at - from) / (0.01 * rateHz), (to - at) / (0.01 * rateHz)));

const blended = (music: Music, other: Music, passage: Passage, rateHz: number): Music =>
  music.map((value, at) => value + fadeAt(at, passage, rateHz) * ((other[at] ?? 0) - value));

/** Filters with a peaking equaliser (Bristow-Johnson's cookbook). */
function equalised(
  music: Music,
  rateHz: number,
  { hz, db, q }: { hz: number; db: number; q: number },
): Music {
  const a = dbFactor(db / 2);
  const w = (2 * Math.PI * hz) / rateHz;
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha / a;
  const [b0, b1, b2] = [(1 + alpha * a) / a0, (-2 * Math.cos(w)) / a0, (1 - alpha * a) / a0];
  const a2 = (1 - alpha / a) / a0;
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return music.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - b1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

export const changeKinds = ['gain', 'track gain', 'filter', 'edit', 'cut', 'insertion', 'untouched'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What the new version differs by everywhere, which is no change of a place. */
const disguises = ['none', 'offset', 'gain', 'dither', 'polarity', 'rate', 'mp3', 'aac', 'opus'] as const;
type Disguise = (typeof disguises)[number];

/** FFmpeg's arguments for the versions that are encoded. */
const encodings: Partial<Record<Disguise, readonly string[]>> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3'],
  aac: ['-c:a', 'aac', '-b:a', '128k', '-f', 'adts'],
  opus: ['-c:a', 'libopus', '-b:a', '64k', '-f', 'ogg'],
};
const otherRate = (rateHz: number) => [
  '-ar',
  rateHz % 11_025 === 0 ? '48000' : '44100',
  '-c:a',
  'pcm_s24le',
  '-f',
  'wav',
];

export type PlantedPair = {
  readonly name: string;
  readonly kind: ChangeKind;
  /** FFmpeg's arguments for the newer version; null for a WAV file. */
  readonly encoding: readonly string[] | null;
  readonly rateHz: number;
  readonly older: Music;
  readonly newer: Music;
  /** Where the change is, in the older version; of an untouched pair, any place. */
  readonly place: Place;
  /** A place of the older version that did not change. */
  readonly otherPlace: Place;
  /** The change, where it has a direction. */
  readonly expected: { readonly db?: number; readonly hz?: number };
};

type Change = { readonly music: Music; readonly expected: PlantedPair['expected'] };

const joined = (...parts: readonly Music[]) => {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Applies a change of a kind to a passage of a song. */
function changeOf(kind: ChangeKind, song: Song, other: Song, passage: Passage, random: () => number): Change {
  const { rateHz, tracks } = song;
  const mix = mixOf(tracks);
  const sign = random() < 0.5 ? -1 : 1;
  if (kind === 'gain') {
    const db = sign * (1.5 + 4.5 * random());
    return {
      music: blended(
        mix,
        mix.map((value) => dbFactor(db) * value),
        passage,
        rateHz,
      ),
      expected: { db },
    };
  }
  if (kind === 'track gain') {
    const db = sign * (4 + 4 * random());
    const index = Math.floor(3 * random());
    const changed = tracks.map((track, place) =>
      place === index
        ? blended(
            track,
            track.map((value) => dbFactor(db) * value),
            passage,
            rateHz,
          )
        : track,
    );
    return { music: mixOf(changed), expected: { db } };
  }
  if (kind === 'filter') {
    const filter = { hz: 90 * 2 ** (6 * random()), db: sign * (3 + 5 * random()), q: 0.6 + 0.6 * random() };
    return { music: blended(mix, equalised(mix, rateHz, filter), passage, rateHz), expected: filter };
  }
  if (kind === 'edit') {
    const which = Math.floor(3 * random());
    // Another take of the whole mix, of the voice alone, or the same passage played 80 ms later.
    const late = new Float32Array(mix.length);
    late.set(mix.subarray(0, mix.length - Math.round(0.08 * rateHz)), Math.round(0.08 * rateHz));
    const [drums, notes] = tracks;
    const take = [mixOf(other.tracks), mixOf([drums, notes, other.tracks[2]]), late][which] as Music;
    return { music: blended(mix, take, passage, rateHz), expected: {} };
  }
  if (kind === 'cut')
    return { music: joined(mix.subarray(0, passage.from), mix.subarray(passage.to)), expected: {} };
  if (kind === 'insertion') {
    const put = mixOf(other.tracks).subarray(0, passage.to - passage.from);
    return { music: joined(mix.subarray(0, passage.from), put, mix.subarray(passage.from)), expected: {} };
  }
  return { music: mix, expected: {} };
}

const msOf = (samples: number, rateHz: number) => Math.round((1000 * samples) / rateHz);

/** How far from a change a place is surely untouched. */
const clearS = 3;

function disguised(music: Music, disguise: Disguise, rateHz: number, random: () => number): Music {
  if (disguise === 'offset')
    return joined(new Float32Array(Math.round((0.02 + 0.7 * random()) * rateHz)), music);
  if (disguise === 'gain') {
    const factor = dbFactor(random() < 0.5 ? -2 - 4 * random() : 1 + 2 * random());
    return music.map((value) => factor * value);
  }
  if (disguise === 'dither') return music.map((value) => value + (random() + random() - 1) / 2 ** 13);
  if (disguise === 'polarity') return music.map((value) => 0 - value);
  return music;
}

/** How many of the pairs have each kind of change. */
const shares: Readonly<Record<ChangeKind, number>> = {
  gain: 30,
  'track gain': 25,
  filter: 35,
  edit: 30,
  cut: 15,
  insertion: 15,
  untouched: 50,
};

const songCount = 10;
const rates = [22_050, 24_000, 44_100, 22_050, 48_000, 24_000, 22_050, 24_000, 22_050, 24_000];

/** Returns 200 pairs of versions, the same for a seed. Music is made on demand, because all of it takes gigabytes. */
export function* plantedPairs(seed: number): Generator<PlantedPair> {
  const random = createRandom(seed);
  const kinds = changeKinds.flatMap((kind) => Array.from({ length: shares[kind] }, () => kind));
  const order = kinds
    .map((kind) => ({ kind, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind }) => kind);
  for (let songIndex = 0; songIndex < songCount; songIndex += 1) {
    const rateHz = rates[songIndex] ?? 22_050;
    const song = songOf(seed + 100 * songIndex, rateHz);
    const other = songOf(seed + 100 * songIndex + 50, rateHz);
    for (let index = songIndex; index < order.length; index += songCount) {
      const kind = order[index] ?? 'untouched';
      const disguise = disguises[Math.floor(disguises.length * random())] ?? 'none';
      const isLate = random() < 0.5;
      const fromS = (isLate ? 12 : 2) + 4 * random();
      const passageS = 1 + 4 * random();
      const passage = { from: Math.round(fromS * rateHz), to: Math.round((fromS + passageS) * rateHz) };
      const { music, expected } = changeOf(kind, song, other, passage, random);
      const isRange = random() < 0.4;
      const isSplice = kind === 'insertion';
      const momentS = fromS + (isSplice ? 0 : random() * passageS);
      const place =
        isRange && !isSplice
          ? { atMs: msOf(passage.from, rateHz), untilMs: msOf(passage.to, rateHz) }
          : { atMs: Math.round(1000 * momentS), untilMs: null };
      const otherS = isLate ? (fromS - clearS) * random() : fromS + passageS + clearS + 4 * random();
      yield {
        name: `${index} ${kind}, ${disguise}, ${rateHz} Hz`,
        kind,
        encoding: disguise === 'rate' ? otherRate(rateHz) : (encodings[disguise] ?? null),
        rateHz,
        older: mixOf(song.tracks),
        newer: disguised(music, disguise, rateHz, random),
        place,
        otherPlace: {
          atMs: Math.round(1000 * otherS),
          untilMs: isRange ? Math.round(1000 * (otherS + 1.5)) : null,
        },
        expected,
      };
    }
  }
}
