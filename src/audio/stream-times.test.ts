import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeFor, decodeSound, probeSound } from './decode-sound.ts';
import { encode, encodeVideo, testWave, withGaplessNote } from './encoded-sound.fixture.ts';
import { measureFile } from './measure-file.ts';
import { peaksLevelsOf } from './peaks-pyramid.ts';
import { artefactPathOf, rowOfSound } from './sound-measures.ts';
import { soundFramesOf, timesOf } from './stream-times.ts';
import { measuredNotes } from '#src/features/files/measurements/measurement-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'stream-times-'));
afterAll(() => rmSync(folder, { recursive: true }));

const writeTo = join(folder, 'made');

async function measure(path: string) {
  const outcome = await measureFile({ path, writeTo }, () => undefined);
  if (outcome.kind !== 'measured') throw new Error(outcome.reason);
  return outcome.measures;
}

/** Returns the start and length of a file's first sound, in seconds. */
async function heard(path: string) {
  const format = await probeSound(path);
  if (typeof format === 'string') throw new Error(format);
  let [frames, first] = [0, -1];
  await decodeSound({ path, format, rendition: null }, (samples) => {
    const at = samples.findIndex((sample) => Math.abs(sample) > 0.01);
    if (first < 0 && at >= 0) first = frames + Math.floor(at / format.channels);
    frames += samples.length / format.channels;
  });
  return { firstS: first / format.rateHz, lengthS: frames / format.rateHz };
}

describe('a sound that begins later than its picture', () => {
  test.each([
    ['mov', ['-c:a', 'pcm_s24le', '-f', 'mov'], 0.001],
    ['mkv', ['-c:a', 'pcm_s24le', '-f', 'matroska'], 0.001],
    ['mp4', ['-c:a', 'aac', '-f', 'mp4'], 0.01],
  ] as const)('is measured and listened to where %s has it', async (ending, args, most) => {
    const path = await encodeVideo(folder, `late.${ending}`, { pictureS: 5, startS: 1, args });
    const measures = await measure(path);
    expect(Math.abs(measures.frames / 44_100 - 3)).toBeLessThan(0.03);
    expect(Math.abs((measures.findings?.silences.headMs ?? 0) - 1000)).toBeLessThanOrEqual(20);
    expect(measuredNotes(measures)).toEqual([]);
    for (const each of [path, artefactPathOf(writeTo, 'rendition')]) {
      const { firstS, lengthS } = await heard(each);
      expect(Math.abs(firstS - 1)).toBeLessThan(most);
      expect(lengthS).toBe(measures.frames / 44_100);
    }
  });

  test('keeps every bit after the silence', async () => {
    const samplesOf = async (startS: number) => {
      const args = ['-c:a', 'pcm_s24le', '-f', 'mov'];
      const path = await encodeVideo(folder, 'bits.mov', { pictureS: 1, startS, args });
      await measure(path);
      const rendition = artefactPathOf(writeTo, 'rendition');
      const format = await probeSound(rendition);
      if (typeof format === 'string') throw new Error(format);
      const parts: Buffer[] = [];
      await decodeSound({ path: rendition, format, rendition: null }, (samples) =>
        parts.push(Buffer.from(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))),
      );
      return Buffer.concat(parts);
    };
    const [late, once] = [await samplesOf(0.5), await samplesOf(0)];
    const frameBytes = 8;
    expect(once).toHaveLength(88_200 * frameBytes);
    expect(late.equals(Buffer.concat([Buffer.alloc(22_050 * frameBytes), once]))).toBe(true);
  });

  test('is not measured if it would start days later', async () => {
    const args = ['-c:a', 'pcm_s24le', '-f', 'matroska'];
    const path = await encodeVideo(folder, 'days.mkv', { pictureS: 1, startS: 100_000, args });
    const outcome = await measureFile({ path, writeTo }, () => undefined);
    expect(outcome).toEqual({ kind: 'unmeasured', reason: 'too-long' });
  });
});

describe('a recording whose video is longer than its sound', () => {
  test.each([
    ['mov', ['-c:a', 'pcm_s24le', '-f', 'mov']],
    ['mkv', ['-c:a', 'pcm_s24le', '-f', 'matroska']],
  ] as const)(
    'is as long as its picture as %s, and its waveform lies where it sounds',
    async (ending, args) => {
      const path = await encodeVideo(folder, `long.${ending}`, { pictureS: 8, startS: 0, args });
      const measures = await measure(path);
      expect(measures.frames).toBe(88_200);
      const { durationMs, peaks } = rowOfSound(measures);
      expect(durationMs).toBe(8000);
      const slices = [...Buffer.from(peaks, 'base64')];
      expect(slices).toHaveLength(400);
      expect(Math.min(...slices.slice(0, 100))).toBeGreaterThan(0);
      expect(Math.max(...slices.slice(101))).toBe(0);
      expect(measuredNotes(measures)).toEqual([]);
    },
  );

  test('is as long as its sound if that is longer', async () => {
    const args = ['-c:a', 'pcm_s24le', '-f', 'mov'];
    const path = await encodeVideo(folder, 'short.mov', { pictureS: 1, startS: 0, args });
    const measures = await measure(path);
    expect(rowOfSound(measures)).toEqual({ durationMs: 2000, peaks: measures.peaks });
  });
});

describe('the times of a file’s streams', () => {
  const sound = { codec_type: 'audio', start_pts: 1000, time_base: '1/1000' };
  const picture = { codec_type: 'video', start_pts: 0, time_base: '1/1000', r_frame_rate: '25/1' };
  const cover = { ...picture, disposition: { attached_pic: 1 } };

  test('are those of the sound alone if there is no video', () => {
    for (const streams of [[sound], [cover, sound], [sound, { ...sound, start_pts: 0 }]])
      expect(timesOf(streams)).toMatchObject({ startS: 0, pictureEndS: null, frameRate: undefined });
  });

  test('are relative to the first stream', () => {
    const late = { ...picture, start_pts: 500, duration_ts: 4000 };
    expect(timesOf([late, sound])).toEqual({ startS: 0.5, endS: null, pictureEndS: 4, frameRate: 25 });
    expect(timesOf([{ ...late, start_pts: 2000 }, sound])).toMatchObject({ startS: 0, pictureEndS: 5 });
  });

  test('are ignored for a picture that lasts for days', () => {
    const days = { ...picture, duration_ts: 1000 * 86_401 };
    expect(timesOf([days, sound]).pictureEndS).toBeNull();
  });

  test("use Matroska's end: a time from FFmpeg, a length from mkvmerge", () => {
    const tags = { DURATION: '00:00:03.500000000' };
    const byFfmpeg = { ...sound, tags };
    expect(timesOf([picture, byFfmpeg]).endS).toBe(3.5);
    const byMkvmerge = { ...sound, tags: { ...tags, _STATISTICS_WRITING_APP: 'mkvmerge' } };
    expect(timesOf([picture, byMkvmerge]).endS).toBe(4.5);
  });
});

describe('encoder padding', () => {
  const lengthS = 1.5;
  const encoded = (name: string, args: string) => encode(folder, name, args.split(' '), testWave(lengthS));

  test.each([
    ['m4a', '-c:a aac -f mp4'],
    ['mov', '-c:a aac -f mov'],
    ['mp3.mov', '-c:a libmp3lame -f mov'],
    ['opus.mp4', '-c:a libopus -ar 48000 -compression_level 0 -strict -2 -f mp4'],
    ['mp3', '-c:a libmp3lame -f mp3'],
    ['opus', '-c:a libopus -ar 48000 -compression_level 0 -f ogg'],
    ['ogg', '-c:a libvorbis -f ogg'],
  ])('is cut of %s in everything that is made of it', async (ending, args) => {
    const path = await encoded(`padded.${ending}`, args);
    const measures = await measure(path);
    const { frames, format } = measures;
    expect(frames).toBe(lengthS * format.rateHz);
    expect(measuredNotes(measures)).toEqual([]);
    const rendition = artefactPathOf(writeTo, 'rendition');
    expect(await heard(rendition)).toEqual(await heard(path));
    expect((await heard(rendition)).lengthS).toBe(lengthS);
    expect(peaksLevelsOf(frames)[0]?.bins).toBe(Math.ceil(frames / 256));
    let all = 0;
    await decodeFor({ path, format }, [
      { rateHz: format.rateHz, channels: 'all', take: (samples) => (all += samples.length / 2) },
    ]);
    expect(all).toBe(frames);
  });

  test('is cut by the iTunes note if there is no edit list', async () => {
    const bytes = readFileSync(await encoded('plain.m4a', '-c:a aac -use_editlist 0 -f mp4'));
    const path = join(folder, 'noted.m4a');
    const frames = lengthS * 44_100;
    writeFileSync(path, withGaplessNote(bytes, { before: 1024, behind: 66 * 1024 - frames - 1024, frames }));
    expect((await measure(path)).frames).toBe(frames);
    expect(Math.abs((await heard(path)).firstS)).toBeLessThan(0.002);
  });

  test('is limited to a plausible length', () => {
    const streams = (nb_frames: number) => [
      { codec_type: 'audio', codec_name: 'aac', nb_frames, duration_ts: 176_400, time_base: '1/44100' },
    ];
    expect(soundFramesOf(streams(174), undefined, 44_100)).toBe(176_400);
    for (const packets of [172, 400])
      expect(soundFramesOf(streams(packets), undefined, 44_100)).toBeUndefined();
    const note = { iTunSMPB: ' 00000000 00000840 000001CA 000000000002B110' };
    expect(soundFramesOf(streams(175), note, 44_100)).toBe(0x2_b1_10);
    expect(soundFramesOf(streams(175), { iTunSMPB: 'x' }, 44_100)).toBe(176_400);
    expect(
      soundFramesOf([{ codec_type: 'audio', codec_name: 'alac', nb_frames: 44 }], note, 44_100),
    ).toBeUndefined();
  });

  test('of HE-AAC is counted in packets of twice the length', () => {
    const sound = {
      codec_type: 'audio',
      codec_name: 'aac',
      profile: 'HE-AAC',
      duration_ts: 88_200,
      time_base: '1/22050',
    };
    expect(soundFramesOf([{ ...sound, nb_frames: 88 }], undefined, 44_100)).toBe(176_400);
  });
});
