import { fill } from '#src/platform/fill.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import words from '#content/sound.yaml';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { measuredNotes } from '#src/features/files/measurements/measurement-text.ts';
import { encode } from './encoded-sound.fixture.ts';
import { measureFile } from './measure-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'odd-waves-'));
afterAll(() => rmSync(folder, { recursive: true }));

const measure = (path: string) => measureFile({ path, writeTo: join(folder, 'made') }, () => undefined);

function measureBytes(bytes: Uint8Array) {
  const path = join(folder, 'odd');
  writeFileSync(path, bytes);
  return measure(path);
}

const sample = (frame: number) => Math.sin(frame / 7) / 2;

/** A chunk of a WAV file. */
function chunkOf(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

/** A WAV file with extra chunks at the end, included in its declared size. */
function waveWith(frames: number, ...chunks: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([waveFileOf({ frames, sample }), ...chunks]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

describe('a recording without samples', () => {
  const empty = { kind: 'unmeasured', reason: 'empty' };

  test('is empty, not damaged', async () => {
    expect(await measureBytes(waveWith(0))).toEqual(empty);
  });

  test('is empty even if another chunk follows its samples', async () => {
    const comment = chunkOf('LIST', Buffer.from('INFOISFT\u0004\0\0\0Lavf'));
    expect(await measureBytes(waveWith(0, comment))).toEqual(empty);
  });

  test('is empty even if it was streamed', async () => {
    expect(await measureBytes(waveFileOf({ frames: 0, sample, saidBytes: 0xff_ff_ff_ff }))).toEqual(empty);
  });

  test.each([
    ['aiff', ['-c:a', 'pcm_s16be', '-f', 'aiff']],
    ['caf', ['-c:a', 'pcm_s16be', '-f', 'caf']],
    ['flac', ['-c:a', 'flac', '-f', 'flac']],
    ['rf64.wav', ['-c:a', 'pcm_s16le', '-rf64', 'always', '-f', 'wav']],
  ] as const)('is empty as %s', async (ending, args) => {
    expect(await measure(await encode(folder, `empty.${ending}`, args, waveWith(0)))).toEqual(empty);
  });

  test('that declares some is unreadable', async () => {
    const cut = waveFileOf({ frames: 0, sample, saidBytes: 16_000 });
    expect(await measureBytes(cut)).toEqual({ kind: 'unmeasured', reason: 'unreadable' });
  });
});

describe('further chunks of samples', () => {
  const notesOf = async (bytes: Uint8Array) => {
    const outcome = await measureBytes(bytes);
    return outcome.kind === 'measured' ? measuredNotes(outcome.measures) : outcome.reason;
  };
  const more = chunkOf('data', Buffer.alloc(8000, 1));

  test('are reported with their number', async () => {
    expect(await notesOf(waveWith(8000))).toEqual([]);
    expect(await notesOf(waveWith(8000, more))).toEqual([words.notes.further[0]]);
    expect(await notesOf(waveWith(8000, more, chunkOf('LIST', Buffer.alloc(4)), more))).toEqual([
      fill(words.notes.further[1], { count: 'two' }),
    ]);
  });

  test('are neither measured nor played', async () => {
    const outcome = await measureBytes(waveWith(8000, more));
    expect(outcome).toMatchObject({
      measures: { frames: 8000, format: { declaredS: 1, furtherChunks: 1 }, isDamaged: false },
      artefacts: expect.arrayContaining(['rendition']),
    });
  });

  test('are also reported for AIFF', async () => {
    const path = await encode(folder, 'twice.aiff', ['-c:a', 'pcm_s16be', '-f', 'aiff'], waveWith(8000));
    const head = Buffer.from('SSND\0\0\0\u000a\0\0\0\0\0\0\0\0\0\u0001', 'latin1');
    const bytes = Buffer.concat([readFileSync(path), head]);
    bytes.writeUInt32BE(bytes.length - 8, 4);
    expect(await notesOf(bytes)).toEqual([words.notes.further[0]]);
  });
});
