import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import words from '#content/sound.yaml';
import { measuredNotes, lengthText } from '#src/features/files/measurements/measurement-text.ts';
import { fill } from '#src/platform/fill.ts';
import { decodeSound, probeSound } from './decode-sound.ts';
import { encode, testWave } from './encoded-sound.fixture.ts';
import { figurePathOf } from './figure-path.ts';
import { withManyChannels } from './hostile-sounds.fixture.ts';
import { measureFile } from './measure-file.ts';
import { measureSound } from './measure-sound.ts';
import { artefactPathOf, type ArtefactKind, type SoundMeasures } from './sound-measures.ts';
import type { SoundFormat } from './sound-format.ts';
import { runSoundThread } from './sound-thread.ts';

const lengthS = 1.5;
const wave = testWave(lengthS);
let folder = '';
/** The sample hash and the measures of the source sound of every format. */
let original: { hash: string; measures: SoundMeasures };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sound-'));
  const path = join(folder, 'original.wav');
  writeFileSync(path, wave);
  const outcome = await measure(path);
  if (outcome.kind !== 'measured') throw new Error(outcome.reason);
  original = { hash: await samplesHash(path), measures: outcome.measures };
});
afterAll(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
const writeTo = () => join(folder, 'made');
const renditionPath = () => artefactPathOf(writeTo(), 'rendition');
/** Runs in this thread: starting a worker takes longer than measuring these sounds. */
const measure = (path: string) => measureFile({ path, writeTo: writeTo() }, () => undefined);
const measureInThread = (path: string, to = writeTo(), signal = never) =>
  measureSound({ path, writeTo: to }, { onProgress: () => undefined, signal });

/** Returns the hash of a file's decoded samples. */
async function samplesHash(path: string, known?: SoundFormat): Promise<string> {
  const format = known ?? (await probeSound(path));
  if (typeof format === 'string') throw new Error(`${path}: ${format}`);
  const hash = createHash('sha256');
  await decodeSound({ path, format, rendition: null }, (samples) =>
    hash.update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)),
  );
  return hash.digest('hex');
}

/** Formats that browsers play exactly get no second copy for listening. */
const playsExactly = ['wav', 'rf64.wav', 'float.wav', '32.wav', 'flac'];

const lossless = [
  ['wav', ['-c:a', 'pcm_s24le', '-f', 'wav']],
  ['rf64.wav', ['-c:a', 'pcm_s24le', '-rf64', 'always', '-f', 'wav']],
  ['float.wav', ['-c:a', 'pcm_f32le', '-f', 'wav']],
  ['32.wav', ['-c:a', 'pcm_s32le', '-f', 'wav']],
  ['double.wav', ['-c:a', 'pcm_f64le', '-f', 'wav']],
  ['aiff', ['-c:a', 'pcm_s24be', '-f', 'aiff']],
  ['caf', ['-c:a', 'pcm_s24be', '-f', 'caf']],
  ['flac', ['-c:a', 'flac', '-f', 'flac']],
  ['m4a', ['-c:a', 'alac', '-f', 'mov']],
  ['mov', ['-c:a', 'pcm_s24le', '-f', 'mov']],
  ['mka', ['-c:a', 'flac', '-f', 'matroska']],
] as const;

const lossy = [
  ['mp3', ['-c:a', 'libmp3lame', '-f', 'mp3']],
  ['without-length.mp3', ['-c:a', 'libmp3lame', '-q:a', '2', '-write_xing', '0', '-f', 'mp3']],
  ['aac', ['-c:a', 'aac', '-f', 'adts']],
  ['aac.m4a', ['-c:a', 'aac', '-f', 'mov']],
  ['ogg', ['-c:a', 'libvorbis', '-f', 'ogg']],
  ['opus', ['-c:a', 'libopus', '-ar', '48000', '-compression_level', '0', '-f', 'ogg']],
  ['mkv', ['-c:a', 'libvorbis', '-f', 'matroska']],
] as const;

/** Formats whose declared length survives truncation to half. */
const cutAlways = ['wav', 'rf64.wav', '32.wav', 'double.wav', 'aiff', 'caf', 'flac', 'mka', 'mp3'];

/** Checks that a truncated file is measured to its end and reported as truncated, and that a complete one is not. */
async function expectCutSaid(path: string, whole: SoundMeasures) {
  expect(measuredNotes(whole)).toEqual([]);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length / 2));
  const outcome = await measure(path);
  if (outcome.kind !== 'measured') throw new Error(outcome.reason);
  const { format, frames } = outcome.measures;
  expect(frames).toBeGreaterThan(5000);
  expect(frames).toBeLessThan(60_000);
  const declared = lengthText(Math.round((format.declaredS ?? 0) * 44_100), 44_100);
  expect(declared).toMatch(/^0:01\.5\d\d$/);
  const held = lengthText(frames, format.rateHz);
  expect(measuredNotes(outcome.measures)).toEqual([fill(words.notes.cut, { declared, held })]);
}

describe('a recording', () => {
  test.each(lossless)(
    'as %s is decoded, measured and played bit-exactly, and reported if truncated',
    async (ending, args) => {
      const path = await encode(folder, `lossless.${ending}`, args, wave);
      const hasCopy = !playsExactly.includes(ending);
      const outcome = await measure(path);
      expect(outcome).toMatchObject({
        kind: 'measured',
        measures: { frames: lengthS * 44_100, isDamaged: false },
        artefacts: ['peaks', 'figure', ...(hasCopy ? ['rendition'] : []), 'spectrogram'],
      });
      if (outcome.kind !== 'measured') return;
      expect(await samplesHash(path, outcome.measures.format)).toBe(original.hash);
      if (hasCopy) expect(await samplesHash(renditionPath())).toBe(original.hash);
      if (cutAlways.includes(ending)) await expectCutSaid(path, outcome.measures);
    },
  );

  test.each(lossy)("as %s is decoded and measured within the codec's loss", async (ending, args) => {
    const path = await encode(folder, `lossy.${ending}`, args, wave);
    const outcome = await measure(path);
    if (outcome.kind !== 'measured') throw new Error(outcome.reason);
    const { integrated, format, frames, pitches } = outcome.measures;
    expect(Math.abs((integrated ?? 0) - (original.measures.integrated ?? 0))).toBeLessThan(0.5);
    expect(Math.abs(frames / format.rateHz - lengthS)).toBeLessThan(0.1);
    expect(outcome.artefacts).toContain('rendition');
    // One tone per channel, equally loud.
    expect(pitches?.map(({ note }) => note).toSorted()).toEqual([57, 64]);
    expect(readFileSync(artefactPathOf(writeTo(), 'figure'), 'utf8')).toBe(figurePathOf(pitches ?? []));
    if (cutAlways.includes(ending)) await expectCutSaid(path, outcome.measures);
  });

  test.each([
    ['pcm_u8', false],
    ['pcm_alaw', false],
    ['pcm_mulaw', false],
    ['adpcm_ms', true],
    ['libmp3lame', true],
  ])('as WAV of %s gets a FLAC only where browsers do not decode that (%s)', async (codec, hasCopy) => {
    const path = await encode(folder, 'coded.wav', ['-c:a', codec, '-f', 'wav'], wave);
    const outcome = await measure(path);
    if (outcome.kind !== 'measured') throw new Error(outcome.reason);
    expect(outcome.artefacts.includes('rendition')).toBe(hasCopy);
  });

  test('as WAV of six channels is measured, and gets a FLAC of the same samples', async () => {
    const bytes = Buffer.from(wave);
    bytes.writeUInt16LE(6, 22);
    bytes.writeUInt32LE(44_100 * 18, 28);
    bytes.writeUInt16LE(18, 32);
    const path = join(folder, 'six.wav');
    writeFileSync(path, bytes);
    const outcome = await measure(path);
    if (outcome.kind !== 'measured') throw new Error(outcome.reason);
    expect(outcome.measures).toMatchObject({ frames: (lengthS * 44_100) / 3, isDamaged: false });
    expect(outcome.artefacts).toContain('rendition');
    expect(await samplesHash(renditionPath())).toBe(await samplesHash(path, outcome.measures.format));
  });

  test('with more channels than FLAC supports is measured', async () => {
    const bytes = Buffer.from(wave);
    bytes.writeUInt16LE(12, 22);
    bytes.writeUInt32LE(44_100 * 36, 28);
    bytes.writeUInt16LE(36, 32);
    const path = join(folder, 'twelve.wav');
    writeFileSync(path, bytes);
    const outcome = await measure(path);
    expect(outcome).toMatchObject({
      kind: 'measured',
      artefacts: ['peaks', 'figure', 'spectrogram'],
      measures: { format: { channels: 12 } },
    });
  });
});

describe('a worker thread', () => {
  const path = () => join(folder, 'original.wav');

  test('measures like the main thread and reports the same reasons for failure', async () => {
    expect(await measureInThread(path())).toMatchObject({ kind: 'measured', measures: original.measures });
    const broken = join(folder, 'broken.wav');
    writeFileSync(broken, withManyChannels(wave));
    expect(await measureInThread(broken)).toEqual({ kind: 'unmeasured', reason: 'unreadable' });
  });

  test("reuses the first one's compiled FFmpeg", async () => {
    // A plain WAV needs none.
    await measureInThread(await encode(folder, 'compiled.flac', ['-c:a', 'flac', '-f', 'flac'], wave));
    const source = `import { parentPort, workerData } from 'node:worker_threads';
      parentPort.postMessage({ kind: Object.prototype.toString.call(workerData.ffmpeg) });`;
    const thread = {
      program: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
      task: {},
      onProgress: () => undefined,
      signal: never,
      beyond: (kind: string) => ({ kind }),
    };
    expect(await runSoundThread(thread)).toEqual({ kind: '[object WebAssembly.Module]' });
  });

  test('that hangs is terminated without a result', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const thread = {
      program: new URL('data:text/javascript,setInterval(() => undefined, 1000)'),
      task: {},
      onProgress: () => undefined,
      signal: never,
      beyond: (kind: string) => ({ kind }),
    };
    const running = expect(runSoundThread(thread)).rejects.toThrow('said nothing for too long');
    await vi.advanceTimersByTimeAsync(120_000);
    await running;
  });

  test('ends at once when interrupted', async () => {
    const controller = new AbortController();
    const measuring = measureInThread(path(), writeTo(), controller.signal);
    controller.abort(new Error('The server stops'));
    await expect(measuring).rejects.toThrow('The server stops');
  });

  // Linux has a device that is always full.
  test.skipIf(!existsSync('/dev/full'))('that meets a full disk reports it', async () => {
    const fullFor = (kind: ArtefactKind) => {
      const full = join(folder, `full-${kind}`);
      symlinkSync('/dev/full', artefactPathOf(full, kind));
      return full;
    };
    await expect(measureInThread(path(), fullFor('peaks'))).rejects.toMatchObject({ code: 'ENOSPC' });
    const drawing = measureFile({ path: path(), writeTo: fullFor('spectrogram') }, () => undefined);
    await expect(drawing).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});
