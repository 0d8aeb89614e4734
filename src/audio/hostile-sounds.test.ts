import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { encode, testWave } from './encoded-sound.fixture.ts';
import { coverOf, pngOf, withManyChannels, writeWithAttachments } from './hostile-sounds.fixture.ts';
import { measureFile } from './measure-file.ts';

const wave = testWave(0.5);
const folder = mkdtempSync(join(tmpdir(), 'hostile-sounds-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs in this thread: starting a worker takes longer than measuring these sounds. */
const measure = (path: string) => measureFile({ path, writeTo: join(folder, 'made') }, () => undefined);

setFlagsFromString('--expose-gc');
/** Runs the garbage collector. */
const collectGarbage = runInNewContext('gc') as () => void;

describe('a malformed file', () => {
  const cases: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', 'no-sound'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n", 'no-sound'],
    ['a description of a stream', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n', 'no-sound'],
    ['nothing', '', 'no-sound'],
    ['noise', Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251), 'no-sound'],
    ['a header alone', wave.subarray(0, 20), 'unreadable'],
    [
      'a header with impossible numbers',
      Buffer.concat([wave.subarray(0, 22), Buffer.alloc(14, 255), wave.subarray(36, 400)]),
      'unreadable',
    ],
    ['a WAV of 65,535 channels', withManyChannels(wave), 'unreadable'],
    ['a movie without content', Buffer.from('\0\0\0\u0018ftypqt  \0\0\0\0qt  qt  ', 'latin1'), 'unreadable'],
    ['an Ogg of zeros', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(4000)]), 'unreadable'],
    ['a FLAC of zeros', Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(4000)]), 'unreadable'],
    [
      'a Matroska of zeros',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(4000)]),
      'unreadable',
    ],
    ['an MP3 of zeros', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(4000)]), 'unreadable'],
  ];

  test.each(cases)('such as %s, is rejected with a reason', async (_what, bytes, reason) => {
    const path = join(folder, 'hostile.wav');
    writeFileSync(path, bytes);
    expect(await measure(path)).toEqual({ kind: 'unmeasured', reason });
  });

  test('such as a 100-byte cover that unpacks to a gigabyte, is measured without the cover', async () => {
    const path = await encode(folder, 'covered.mp3', ['-c:a', 'libmp3lame', '-f', 'mp3'], wave);
    writeFileSync(path, Buffer.concat([coverOf(pngOf(15_000)), readFileSync(path)]));
    expect(await measure(path)).toMatchObject({ kind: 'measured', measures: { format: { codec: 'mp3' } } });
  });
});

describe('a file with attachments', () => {
  const mb = 1024 * 1024;

  test('is measured without them', async () => {
    const path = join(folder, 'attached.mkv');
    writeWithAttachments(path, [mb, 2 * mb]);
    expect(await measure(path)).toMatchObject({ kind: 'measured', measures: { frames: 9600 } });
  });

  test('that exceeds the memory limit is rejected with a reason; the next file is measured', async () => {
    const path = join(folder, 'full.mkv');
    writeWithAttachments(path, [200 * mb, 200 * mb, 200 * mb]);
    expect(await measure(path)).toEqual({ kind: 'unmeasured', reason: 'too-large' });
    collectGarbage();
    const { maxRSS } = process.resourceUsage();
    writeWithAttachments(
      path,
      Array.from({ length: 9 }, () => 200 * mb),
    );
    expect(await measure(path)).toEqual({ kind: 'unmeasured', reason: 'too-large' });
    // In kB. A file 1,200 MB larger needs at most the memory of a second decoder, in case the first has not been freed
    // yet.
    expect(process.resourceUsage().maxRSS - maxRSS).toBeLessThan(700_000);
    const good = join(folder, 'good.wav');
    writeFileSync(good, wave);
    expect(await measure(good)).toMatchObject({ kind: 'measured' });
  });
});
