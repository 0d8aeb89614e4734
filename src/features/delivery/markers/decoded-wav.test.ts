import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { fileComments } from '#src/features/files/store/file.table.ts';
import { makeSoundStudio } from '#src/features/files/jobs/sound-studio.fixture.ts';
import { probeSound } from '#src/audio/decode-sound.ts';
import { encode, testWave } from '#src/audio/encoded-sound.fixture.ts';
import { waveBytesOf, wavHeader } from '#src/audio/wav-header.ts';
import { openTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { serveMarkers } from './serve-markers.ts';
import { cueChunks } from './marker-files.ts';
import { readWave } from './wav-cues.fixture.ts';

type Source = Parameters<Awaited<ReturnType<typeof makeSoundStudio>>['add']>[0];

/** Creates a measured recording with a comment on a time and one on a range, and a function that requests its copy. */
async function openWith(source: Source, name: string) {
  const { db } = await openTestDatabase();
  const studio = await makeSoundStudio(db);
  const { fileId, storageKey } = await studio.add(source, name);
  await studio.measure();
  const comment = {
    fileId,
    authorId: studio.client.id,
    authorName: studio.client.name,
    sender: 'client' as const,
    madeAt: studio.services.clock.now(),
  };
  await db.insert(fileComments).values([
    { ...comment, id: uuidv7(), atMs: 250, content: 'Too <loud>' },
    { ...comment, id: uuidv7(), atMs: 1000, untilMs: 1500, content: 'Softer “here”' },
  ]);
  const services = { ...studio.services, stopping: studio.stopping.signal };
  const ask = (isHead = false, asker = 'somebody') =>
    serveMarkers({ services, sight: { of: undefined }, asker, isHead }, fileId, 'wav');
  const left = () =>
    readdirSync(join(studio.dataDir, 'scratch'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
  return { ...studio, fileId, storageKey, ask, left };
}

const bytesOf = async (answer: Response | null) =>
  Buffer.from(await new Response(answer?.body).arrayBuffer());
const original = testWave();

test.each([
  ['AIFF of 24 bits', 'a.aiff', ['-c:a', 'pcm_s24be', '-f', 'aiff'], 24],
  ['FLAC of 24 bits', 'a.flac', ['-c:a', 'flac', '-sample_fmt', 's32', '-f', 'flac'], 24],
  ['ALAC of 16 bits', 'a.m4a', ['-c:a', 'alac', '-sample_fmt', 's16p', '-f', 'mov'], 16],
  ['MP3', 'a.mp3', ['-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3'], 16],
] as const)(
  'the WAV copy of %s holds its samples and, for other programs, its comments',
  async (...format) => {
    const [, name, args, bits] = format;
    const studio = await openWith({ path: await encode(makeTestFolder(), name, args) }, name);
    const stored = readFileSync(join(studio.dataDir, 'files', studio.storageKey));
    const answer = await studio.ask();
    const file = await bytesOf(answer);
    expect(answer?.headers.get('content-length')).toBe(String(file.length));
    expect(answer?.headers.get('content-disposition')).toContain('a markers.wav');
    expect((await studio.ask(true))?.headers.get('content-length')).toBe(String(file.length));
    const wave = readWave(file);
    expect(wave).toMatchObject({ channels: 2, rateHz: 44_100, bits });
    expect(wave.cues).toEqual([
      { atSample: 11_025, label: 'Runa Vestergaard: Too <loud>', samples: null },
      { atSample: 44_100, label: 'Runa Vestergaard: Softer “here”', samples: 22_050 },
    ]);
    expect(wave.samples.length).toBe(88_200 * 2 * (bits / 8));
    if (bits === 24) expect(wave.samples.equals(readWave(original).samples)).toBe(true);
    expect(studio.left()).toEqual([]);
    expect(readFileSync(join(studio.dataDir, 'files', studio.storageKey)).equals(stored)).toBe(true);
  },
);

test('copies a WAV file with trailing bytes, or with more than two channels', async () => {
  const behind = await openWith({ bytes: Buffer.concat([original, Buffer.alloc(99)]) }, 'behind.wav');
  const copy = readWave(await bytesOf(await behind.ask()));
  expect(copy.samples.equals(readWave(original).samples)).toBe(true);
  expect(copy.cues).toHaveLength(2);
  const sample = (frame: number, channel: number) => (0.1 * channel * Math.sin(frame / 50)) / 2;
  const surround = waveFileOf({ rateHz: 48_000, channels: 6, frames: 96_000, sample });
  const path = await encode(makeTestFolder(), 'six.aiff', ['-c:a', 'pcm_s16be', '-f', 'aiff'], surround);
  const six = await openWith({ path }, 'six.aiff');
  const file = await bytesOf(await six.ask());
  const wave = readWave(file);
  expect(wave).toMatchObject({ channels: 6, bits: 16 });
  expect(wave.samples.equals(readWave(surround).samples)).toBe(true);
  const probed = join(makeTestFolder(), 'six.wav');
  writeFileSync(probed, file);
  expect(await probeSound(probed)).toMatchObject({ channels: 6, codec: 'pcm_s16le', declaredS: 2 });
});

test("keeps samples beyond full scale and the file's own cues", async () => {
  const own = cueChunks([{ atMs: 1000, untilMs: null, text: 'Made in the studio' }], 48_000);
  const sample = (frame: number, channel: number) => 1.5 * Math.sin(frame / 50 + channel);
  const sound = { rateHz: 48_000, bits: 32, isFloat: true, channels: 2, frames: 96_000, sample } as const;
  const loud = waveFileOf({ ...sound, before: own });
  const path = await encode(makeTestFolder(), 'loud.aiff', ['-c:a', 'pcm_f32be', '-f', 'aiff'], loud);
  for (const [given, name, labels] of [
    [{ path }, 'loud.aiff', []],
    [{ bytes: Buffer.concat([loud, Buffer.alloc(99)]) }, 'loud.wav', ['Made in the studio']],
  ] as const) {
    const wave = readWave(await bytesOf(await (await openWith(given, name)).ask()));
    expect(wave).toMatchObject({ channels: 2, rateHz: 48_000, bits: 32, isFloat: true });
    expect(wave.samples.equals(readWave(loud).samples)).toBe(true);
    expect(wave.cues.map(({ label }) => label)).toEqual([
      ...labels,
      'Runa Vestergaard: Too <loud>',
      'Runa Vestergaard: Softer “here”',
    ]);
  }
});

test('writes a copy above 4 GB as RF64 that other programs read', async () => {
  const sound = {
    rateHz: 96_000,
    channels: 2,
    layout: 'stereo',
    samples: 's24le',
    frames: 900_000_000,
  } as const;
  const head = wavHeader(sound, 100);
  const path = join(makeTestFolder(), 'large.wav');
  writeFileSync(path, head);
  // The file is sparse.
  truncateSync(path, head.length + waveBytesOf(sound) + 100);
  expect(head.toString('latin1', 0, 4)).toBe('RF64');
  expect(await probeSound(path)).toMatchObject({ container: 'wav', bits: 24, declaredS: 9375 });
});

test('limits a person to two copies, and deletes an abandoned one', async () => {
  const studio = await openWith({ path: await encode(makeTestFolder(), 'a.flac', ['-f', 'flac']) }, 'a.flac');
  const [one, two] = [await studio.ask(), await studio.ask()];
  const third = await studio.ask();
  expect([third?.status, third?.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await studio.ask(true))?.status).toBe(200);
  const readers = [one, two].map((answer) => answer?.body?.getReader());
  await readers[0]?.read();
  const pending = readers[1]?.read();
  await Promise.all(readers.map(async (reader) => reader?.cancel()));
  await pending;
  await vi.waitFor(() => expect(studio.left()).toEqual([]));
  expect(readWave(await bytesOf(await studio.ask())).cues).toHaveLength(2);
});

test('returns no copy of a file that cannot be decoded', async () => {
  const studio = await openWith(
    { bytes: Buffer.from('fLaC, and nothing that goes on like one') },
    'none.flac',
  );
  expect(await studio.ask()).toBeNull();
  expect(await studio.ask(true)).toBeNull();
});

const cueReader = 'sndfile-info';
const hasReader = spawnSync(cueReader, ['--version']).error === undefined;
test.skipIf(!hasReader)('its cues are read by sndfile-info, where that is installed', async () => {
  const studio = await openWith({ path: await encode(makeTestFolder(), 'a.flac', ['-f', 'flac']) }, 'a.flac');
  const path = join(makeTestFolder(), 'copy.wav');
  writeFileSync(path, await bytesOf(await studio.ask()));
  const { stdout } = spawnSync(cueReader, [path], { encoding: 'utf8' });
  expect(stdout).toMatch(/Cue ID : +2 +Pos : +44100 /);
});
