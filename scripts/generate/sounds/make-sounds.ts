import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { schemas } from '#content/schemas.ts';
import { contentFoldersIn, readContent } from '#src/platform/content/own-content.ts';
import type { MadeSounds } from '#src/features/website/pieces/made-sounds.ts';
import { encodeAtLoudness, factorOf, loudnessOf, SoundFileError, type Recorded } from './encode-sound.ts';
import { audioFolder, ownFile, readOwn, unreadFaults } from './own-sounds.ts';
import { barsOf, wavePicture } from './wave-picture.ts';

const root = join(import.meta.dirname, '../../..');
const playedAtHz = 48_000;

/** The code that encodes a sound: if it changes, all sounds are encoded again. */
const makers = [
  'scripts/generate/sounds/*.ts',
  'src/audio/{fft,loudness,k-weighting,ffmpeg,decode-sound}.ts',
];

/** The sample studio's sounds, already encoded. */
const sampleFolder = 'scripts/generate/sample/sounds';
const sampleSounds = JSON.parse(readFileSync(join(root, sampleFolder, 'sounds.json'), 'utf8')) as Readonly<
  Record<string, Omit<MadeSounds[string], 'key'>>
>;

const hashOf = (files: readonly string[]) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(resolve(root, file)));
  return hash.digest('hex').slice(0, 16);
};

const framesAt = ({ sound, rateHz }: Recorded) => Math.round((sound.left.length * playedAtHz) / rateHz);
const loudnessIn = ({ sound, rateHz }: Recorded) => loudnessOf(sound, rateHz);
const lengthText = ({ sound, rateHz }: Recorded) => `${sound.left.length} samples at ${rateHz} Hz`;
const largestOf = (peaks: Float64Array) => peaks.reduce((most, peak) => Math.max(most, peak), 1e-6);

type Output = Readonly<Record<string, string | Uint8Array>>;
type Pair = { readonly before: Recorded; readonly after: Recorded };

/**
 * Returns both sounds of a piece as they are played: the louder one is turned down to the other, so that both are
 * equally loud everywhere. Their original difference is stored with them.
 */
export async function pieceOf(name: string, { before, after }: Pair) {
  const frames = framesAt(before);
  if (frames !== framesAt(after) || before.rateHz !== after.rateHz)
    throw new SoundFileError(
      `${audioFolder}/${name}-before has ${lengthText(before)}, ${name}-after ${lengthText(after)}: ` +
        'both have to be equally long to the sample, at one rate',
    );
  const loudness = { before: loudnessIn(before), after: loudnessIn(after) };
  const differenceDb = loudness.after - loudness.before;
  const lufs = Math.min(loudness.before, loudness.after);
  const gains = { before: factorOf(lufs - loudness.before), after: factorOf(lufs - loudness.after) };
  const bars = { before: barsOf(before.sound), after: barsOf(after.sound) };
  const loudest = Math.max(gains.before * largestOf(bars.before), gains.after * largestOf(bars.after));
  const output: Output = {
    'before.mp3': await encodeAtLoudness(before, lufs),
    'after.mp3': await encodeAtLoudness(after, lufs),
    'before.svg': wavePicture(bars.before, loudest / gains.before, 'up'),
    'after.svg': wavePicture(bars.after, loudest / gains.after, 'down'),
  };
  return { output, sound: { frames, differenceDb: Math.round(100 * differenceDb) / 100 } };
}

async function trackOf(recorded: Recorded) {
  const bars = barsOf(recorded.sound);
  const output: Output = {
    'track.mp3': await encodeAtLoudness(recorded, loudnessIn(recorded)),
    'track.svg': wavePicture(bars, largestOf(bars), 'both'),
  };
  return { output, sound: { frames: framesAt(recorded), differenceDb: 0 } };
}

/** The inputs and the parameters of a sound, for its hash. */
type Plan = { readonly from: readonly string[]; readonly make: () => ReturnType<typeof pieceOf> };

const missing = (files: string, content: string) =>
  new SoundFileError(
    `${audioFolder} has no WAV or FLAC file called ${files}, which content/${content} names`,
  );

/** Returns a function that reads one of the sample studio's sounds, or null if there is none of this name. */
function planOfSample(id: string): Plan | null {
  const sample = sampleSounds[id];
  if (!sample) return null;
  const { files, ...sound } = sample;
  const make = () => {
    const output: Output = Object.fromEntries(
      files.map((file) => [file.slice(id.length + 1), readFileSync(join(root, sampleFolder, file))]),
    );
    return Promise.resolve({ output, sound });
  };
  return { from: files.map((file) => `${sampleFolder}/${file}`), make };
}

function planOfPiece(name: string): Plan {
  const [before, after] = [ownFile(root, `${name}-before`), ownFile(root, `${name}-after`)];
  if (before && after)
    return {
      from: [before, after],
      make: async () =>
        pieceOf(name, { before: await readOwn(root, before), after: await readOwn(root, after) }),
    };
  const sample = planOfSample(`pieces-${name}`);
  // If only one of two exists, the other was forgotten.
  if (before || after || !sample)
    throw missing(
      [before ? [] : `${name}-before`, after ? [] : `${name}-after`].flat().join(' or '),
      'pieces.yaml',
    );
  return sample;
}

function planOfTrack(name: string): Plan {
  const own = ownFile(root, name);
  if (own) return { from: [own], make: async () => trackOf(await readOwn(root, own)) };
  const sample = planOfSample(`tracks-${name}`);
  if (!sample) throw missing(name, 'releases.yaml');
  return sample;
}

const folders = contentFoldersIn(root);

/** The names of all sounds in the content. */
function wantedSounds() {
  const pieces = readContent(schemas.pieces, 'pieces', folders).items.map(({ sound }) => sound);
  const releases = readContent(schemas.releases, 'releases', folders).items;
  const tracks = releases.flatMap((release) => release.tracks.flatMap(({ sound }) => sound ?? []));
  return [
    ...[...new Set(pieces)].map((name) => ({ kind: 'pieces' as const, name })),
    ...[...new Set(tracks)].map((name) => ({ kind: 'tracks' as const, name })),
  ];
}

/** One class for each waveform: a style attribute may not choose an image. */
const maskOf = (file: string) => `.wave-${file.replace('.svg', '')}{mask-image:url('./${file}')}`;

/** Runs a function for each item, also after an error. Returns the results and the errors. */
async function attemptEach<Item, Made>(items: readonly Item[], act: (item: Item) => Made | Promise<Made>) {
  const done: Made[] = [];
  const faults: string[] = [];
  for (const item of items)
    try {
      done.push(await act(item));
    } catch (error) {
      if (!(error instanceof SoundFileError)) throw error;
      faults.push(error.message);
    }
  return { done, faults };
}

/** Throws all errors of the files together, if there are any. */
function requireNone(faults: readonly string[]): void {
  if (faults.length > 0) throw new SoundFileError(faults.join('\n'));
}

/** Returns how every sound in the content is created. Throws a `SoundFileError` if a file is missing or unused. */
async function planSounds() {
  const wanted = wantedSounds();
  const { done, faults } = await attemptEach(wanted, ({ kind, name }) => ({
    id: `${kind}-${name}`,
    ...(kind === 'pieces' ? planOfPiece(name) : planOfTrack(name)),
  }));
  // If a file is missing, it may exist under another name: both are reported.
  const names = wanted.flatMap(({ kind, name }) =>
    kind === 'pieces' ? [`${name}-before`, `${name}-after`] : [name],
  );
  requireNone([...faults, ...unreadFaults(root, names)]);
  return done;
}

/**
 * Creates the audio and the waveform of every piece and track in the content, in a folder with a list (`sounds.json`).
 * Reuses earlier results of the same inputs. Throws a `SoundFileError` that names every missing, unused or invalid
 * file.
 */
export async function makeSounds(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const listFile = join(folder, 'sounds.json');
  const before: MadeSounds = existsSync(listFile)
    ? (JSON.parse(readFileSync(listFile, 'utf8')) as MadeSounds)
    : {};
  const sources = hashOf(globSync(makers, { cwd: root }).toSorted());
  const list: Record<string, MadeSounds[string]> = {};
  const { faults } = await attemptEach(await planSounds(), async ({ id, from, make }) => {
    const key = `${sources}-${hashOf(from)}`;
    const known = before[id];
    if (known?.key === key && known.files.every((file) => existsSync(join(folder, file)))) {
      list[id] = known;
      return;
    }
    const { output, sound } = await make();
    const files = Object.keys(output).map((ending) => `${id}-${ending}`);
    for (const [ending, content] of Object.entries(output))
      writeFileSync(join(folder, `${id}-${ending}`), content);
    list[id] = { ...sound, key, files };
  });
  // The results of the others are kept for the next run.
  if (faults.length > 0) writeFileSync(listFile, JSON.stringify({ ...before, ...list }));
  requireNone(faults);
  const files = Object.values(list).flatMap((sound) => sound.files);
  const waves = files.filter((file) => file.endsWith('.svg')).map(maskOf);
  writeFileSync(join(folder, 'waves.css'), `@layer ui{${waves.join('')}}\n`);
  writeFileSync(listFile, JSON.stringify(list));
  const kept = new Set([...files, 'waves.css', 'sounds.json']);
  for (const file of readdirSync(folder))
    if (!kept.has(file)) rmSync(join(folder, file), { recursive: true });
}
