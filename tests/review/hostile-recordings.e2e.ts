import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { encode, testWave } from '#src/audio/encoded-sound.fixture.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

// Malicious or broken files, uploaded and measured as any team member may send them.

const wave = testWave();
const base64 = (text: string) => Buffer.from(text).toString('base64');
const playlist = '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n';

/** The test sound with these 32-bit numbers at these offsets of its header. */
function waveWith(numbers: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.from(wave);
  for (const [at, number] of Object.entries(numbers)) bytes.writeUInt32LE(number, Number(at));
  return bytes;
}

/** A box of a movie, whose length need not be correct. */
function box(name: string, inside: Uint8Array, said = inside.length + 8): Buffer {
  const head = Buffer.alloc(8, name.padStart(8, '\0'), 'latin1');
  head.writeUInt32BE(said);
  return Buffer.concat([head, inside]);
}

const nested = (depth: number): Buffer => (depth === 0 ? Buffer.alloc(8) : box('moov', nested(depth - 1)));

/**
 * Each with its result: measured as far as possible, the reason for a failure, or `none` if not even its name is that
 * of a recording.
 */
function hostileFiles(flac: Buffer, mp3: Buffer): readonly (readonly [string, Buffer, string])[] {
  const brand = box('ftyp', Buffer.from('qt  \0\0\0\0qt  '));
  return [
    ['playlist.wav', Buffer.from(playlist), 'no-sound'],
    ['playlist.m3u8', Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n${playlist}`), 'none'],
    ['list.mp3', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), 'no-sound'],
    ['stream.aiff', Buffer.from('v=0\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n'), 'no-sound'],
    ['manifest.mp4', Buffer.from('<MPD><BaseURL>http://127.0.0.1/</BaseURL></MPD>'), 'no-sound'],
    ['picture.flac', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'no-sound'],
    ['zeros.wav', Buffer.alloc(100_000), 'no-sound'],
    ['empty.wav', Buffer.from(' '), 'no-sound'],
    ['header.wav', wave.subarray(0, 20), 'unreadable'],
    // It declares more than it contains, like a file of a recorder whose battery died.
    ['longer-than-it-is.wav', waveWith({ 4: 0xff_ff_ff_f0, 40: 0xff_ff_ff_00 }), 'measured'],
    ['no-rate.wav', waveWith({ 24: 0 }), 'unreadable'],
    ['endless-rate.wav', waveWith({ 24: 0xff_ff_ff_ff }), 'unreadable'],
    ['65535-channels.wav', waveWith({ 20: 0xff_ff_00_01, 32: 0x00_18_ff_ff }), 'unreadable'],
    ['movie-in-movie.mp4', Buffer.concat([brand, nested(2000)]), 'unreadable'],
    ['endless-movie.mov', Buffer.concat([brand, box('moov', Buffer.alloc(64), 0xff_ff_ff_ff)]), 'no-sound'],
    [
      'endless-tag.mp3',
      Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), mp3]),
      'unreadable',
    ],
    ['endless-block.flac', Buffer.from('fLaC\x04\xff\xff\xff rest', 'latin1'), 'unreadable'],
    [
      'pages.ogg',
      Buffer.concat(
        Array.from({ length: 500 }, () => Buffer.from('OggS\0\x02'.padEnd(27, '\xff'), 'latin1')),
      ),
      'unreadable',
    ],
    ['cut.flac', flac.subarray(0, flac.length / 2), 'measured'],
    ['wrong-ending.wav', mp3, 'measured'],
    ['sound.wav', wave, 'measured'],
  ];
}

async function upload(
  team: APIRequestContext,
  projectId: string,
  name: string,
  data: Buffer,
): Promise<string> {
  const metadata = Object.entries({ projectId, name, needsApproval: 'no' });
  const begun = await team.post('/desk/uploads', {
    data,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(data.length),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${base64(value)}`).join(','),
      'content-type': 'application/offset+octet-stream',
    },
  });
  expect(begun.status(), name).toBe(201);
  return begun.headers()['location']?.split('/').at(-1) ?? '';
}

test('stores twenty-one broken or malicious files, measures them as far as possible, and is blocked by none', async ({
  team,
  project,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const [flac, mp3] = [
    readFileSync(await encode(folder, 'whole.flac', ['-c:a', 'flac', '-f', 'flac'])),
    readFileSync(await encode(folder, 'whole.mp3', ['-c:a', 'libmp3lame', '-f', 'mp3'])),
  ];
  rmSync(folder, { recursive: true });
  const sent = hostileFiles(flac, mp3);
  const ids: string[] = [];
  for (const [name, bytes] of sent) ids.push(await upload(team, project.id, name, bytes));

  const stateOf = async (id: string) => {
    const answer = await team.get(`/portal/files/${id}/sheet.json`);
    if (answer.status() === 404) return 'none';
    const { state, reason } = (await answer.json()) as { state: string; reason?: string };
    return state === 'unmeasured' ? reason : state;
  };
  const states = async () => Promise.all(ids.map(async (id, at) => [sent[at]?.[0], await stateOf(id)]));
  await expect
    .poll(states, { intervals: [500, 1000] })
    .toEqual(sent.map(([name, , outcome]) => [name, outcome]));
  for (const [at, id] of ids.entries())
    expect(await (await team.get(`/portal/files/${id}`)).body()).toEqual(sent[at]?.[1]);
  const [playlistId] = ids;
  const report = await (await team.get(`/portal/files/${playlistId}/report`)).text();
  expect(report).toContain(content.sound.reasons['no-sound']);
  expect((await team.get(`/portal/files/${playlistId}/report.pdf`)).status()).toBe(200);
  expect(await (await team.get('/readyz')).json()).toMatchObject({ ok: true });
});
