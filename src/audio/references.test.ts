import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeSound, probeSound } from './decode-sound.ts';
import { testWave } from './encoded-sound.fixture.ts';
import { createSoundMeter } from './sound-meter.ts';

// Compares our results with those of other programs, if installed.

const folder = mkdtempSync(join(tmpdir(), 'references-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [ffmpeg, metaflac] = ['ffmpeg', 'metaflac'];
const runs = (program: string, args: readonly string[]) => spawnSync(program, args).status === 0;
const hasFfmpeg = runs(ffmpeg, ['-version']);
const hasFlac = runs(metaflac, ['--version']);
const hasMeter = runs('python3', ['-c', 'import ctypes; ctypes.CDLL("libebur128.so.1")']);

/** Returns the samples of a file from our decoder. */
async function decode(path: string): Promise<Float32Array> {
  const format = await probeSound(path);
  if (typeof format === 'string') throw new Error(`${path}: ${format}`);
  const pieces: Buffer[] = [];
  await decodeSound({ path, format, rendition: null }, (samples) =>
    pieces.push(Buffer.from(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))),
  );
  return new Float32Array(new Uint8Array(Buffer.concat(pieces)).buffer);
}

describe.skipIf(!hasFfmpeg)('compared with the installed ffmpeg (skipped without it)', () => {
  test.each([
    ['wav', ['-c:a', 'pcm_s24le'], 0],
    ['aiff', ['-c:a', 'pcm_s24be'], 0],
    ['flac', ['-c:a', 'flac', '-bits_per_raw_sample', '24'], 0],
    ['caf', ['-c:a', 'alac'], 0],
    ['mp3', ['-c:a', 'libmp3lame', '-q:a', '2'], 1e-5],
    ['m4a', ['-c:a', 'aac', '-b:a', '192k'], 1e-5],
    ['ogg', ['-c:a', 'libvorbis', '-q:a', '5'], 1e-5],
    ['opus', ['-c:a', 'libopus', '-ar', '48000'], 1e-5],
    ['mkv', ['-c:a', 'aac'], 1e-5],
  ] as const)('the samples of %s are the same, from the first to the last', async (ending, args, most) => {
    const [source, path] = [join(folder, 'source.wav'), join(folder, `encoded.${ending}`)];
    writeFileSync(source, testWave());
    const quiet = ['-v', 'error', '-y'];
    execFileSync(ffmpeg, [...quiet, '-i', source, ...args, path]);
    const theirs = execFileSync(ffmpeg, [...quiet, '-i', path, '-f', 'f32le', '-c:a', 'pcm_f32le', '-'], {
      maxBuffer: 100_000_000,
    });
    const [ours, expected] = [await decode(path), new Float32Array(new Uint8Array(theirs).buffer)];
    // It keeps the AAC padding at the end.
    expect(ours.length).toBe(ending === 'm4a' ? 2 * 2 * 44_100 : expected.length);
    let furthest = 0;
    ours.forEach((sample, at) => (furthest = Math.max(furthest, Math.abs(sample - (expected[at] ?? 2)))));
    expect(furthest).toBeLessThanOrEqual(most);
  });
});

describe.skipIf(!hasFlac)('compared with metaflac (skipped without it)', () => {
  test('the FLAC for listening has the MD5 of the original samples', async () => {
    const [path, rendition] = [join(folder, 'original.wav'), join(folder, 'rendition.flac')];
    const wave = testWave();
    writeFileSync(path, wave);
    const format = await probeSound(path);
    if (typeof format === 'string') throw new Error(format);
    await decodeSound({ path, format, rendition }, () => undefined);
    const md5 = createHash('md5').update(wave.subarray(44)).digest('hex');
    expect(execFileSync(metaflac, ['--show-md5sum', rendition], { encoding: 'utf8' }).trim()).toBe(md5);
  });
});

/**
 * Reads 32-bit float samples from a file; prints integrated, greatest momentary and short-term loudness, and true peak.
 */
const theirMeter = `
import array, ctypes, math, sys
meter = ctypes.CDLL('libebur128.so.1')
meter.ebur128_init.restype = ctypes.c_void_p
channels, rate = int(sys.argv[1]), int(sys.argv[2])
samples = array.array('f', open(sys.argv[3], 'rb').read())
state = ctypes.c_void_p(meter.ebur128_init(channels, ctypes.c_ulong(rate), 63))
value = ctypes.c_double()
def read(name, *before):
    getattr(meter, name)(state, *before, ctypes.byref(value))
    return value.value
frames, step, momentary, short = len(samples) // channels, rate // 100, -math.inf, -math.inf
start = samples.buffer_info()[0]
for at in range(0, frames, step):
    count = min(step, frames - at)
    meter.ebur128_add_frames_float(state, ctypes.c_void_p(start + at * channels * 4), ctypes.c_size_t(count))
    if count == step and at + step >= 40 * step: momentary = max(momentary, read('ebur128_loudness_momentary'))
    if count == step and at + step >= 300 * step: short = max(short, read('ebur128_loudness_shortterm'))
peak = max(read('ebur128_true_peak', ctypes.c_uint(channel)) for channel in range(channels))
print(read('ebur128_loudness_global'), momentary, short, 20 * math.log10(peak))
`;

describe.skipIf(!hasMeter)('compared with libebur128 (skipped without python3 or the library)', () => {
  const noise = (frame: number, channel: number) => {
    const mixed = Math.sin((frame + 1) * 12.9898 + channel * 78.233) * 43_758.5453;
    return 2 * (mixed - Math.floor(mixed)) - 1;
  };
  /** A sweep with fades over quiet noise. */
  const sweep = (rateHz: number) => (frame: number, channel: number) => {
    const s = frame / rateHz;
    const angle = 2 * Math.PI * (60 * s + (channel === 0 ? 190 : 210) * s * s);
    return (0.45 + 0.4 * Math.sin(0.9 * s)) * Math.sin(angle) + 0.01 * noise(frame, channel);
  };

  test.each([
    [44_100, 2],
    [48_000, 2],
    [48_000, 1],
    [96_000, 2],
  ])('at %i Hz in %i channels the figures are the same', (rateHz, channels) => {
    const samples = new Float32Array(12 * rateHz * channels);
    const valueAt = sweep(rateHz);
    samples.forEach((_, at) => (samples[at] = valueAt(Math.floor(at / channels), at % channels)));
    const path = join(folder, 'samples.f32');
    writeFileSync(path, new Uint8Array(samples.buffer));
    const printed = execFileSync('python3', ['-c', theirMeter, String(channels), String(rateHz), path]);
    const [integrated = 0, momentary = 0, shortTerm = 0, peak = 0] = String(printed).split(' ').map(Number);
    const meter = createSoundMeter({
      container: 'wav',
      codec: 'pcm_f32le',
      rateHz,
      channels,
      layout: channels === 1 ? 'mono' : 'stereo',
      bits: 32,
      declaredS: 12,
    });
    meter.add(samples);
    const ours = meter.read(false);
    // Ours are rounded to a hundredth.
    expect(Math.abs((ours.integrated ?? 0) - integrated)).toBeLessThanOrEqual(0.01);
    expect(Math.abs((ours.maxMomentary ?? 0) - momentary)).toBeLessThanOrEqual(0.01);
    expect(Math.abs((ours.maxShortTerm ?? 0) - shortTerm)).toBeLessThanOrEqual(0.01);
    expect((ours.truePeak ?? 0) - peak).toBeLessThanOrEqual(0.2);
    expect((ours.truePeak ?? 0) - peak).toBeGreaterThanOrEqual(-0.4);
  });
});
