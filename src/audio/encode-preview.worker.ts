import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { requireRoom } from '#src/platform/disk-room.ts';
import { inputArgs } from './decode-sound.ts';
import { previewArgs, type PreviewMessage, type PreviewTask } from './encode-preview.ts';
import { inputPath, runFfmpeg } from './ffmpeg.ts';
import { artefactPathOf } from './sound-measures.ts';

// Encoding blocks its thread, so it runs in a worker, which can be terminated at any time.

const { path, format, writeTo } = workerData as PreviewTask;
const tell = (message: PreviewMessage) => parentPort?.postMessage(message, []);

/** Returns the position and length of an MP4 file's index box (moov). */
function indexOf(file: number): { at: number; length: number } {
  const head = Buffer.alloc(8);
  const { size } = fstatSync(file);
  for (let at = 0; at < size;) {
    readSync(file, head, 0, head.length, at);
    const length = head.readUInt32BE(0);
    if (head.toString('latin1', 4) === 'moov') return { at, length };
    // Only boxes above 4 GB (four days of audio) store their length elsewhere.
    at += Math.max(length, head.length);
  }
  throw new Error('FFmpeg wrote no index');
}

/**
 * FFmpeg writes the encoder delay (312 samples) into both the edit list and the Opus box. Chromium and Firefox skip
 * both, GStreamer only the first, so the second is set to zero: every browser then starts at the same sample as the
 * original.
 */
function clearPreSkip(file: number): void {
  const { at, length } = indexOf(file);
  const index = Buffer.alloc(length);
  readSync(file, index, 0, length, at);
  const box = index.indexOf('dOps', 0, 'latin1');
  if (box < 0) throw new Error('FFmpeg wrote no Opus');
  // After its name, version and channel count.
  writeSync(file, Buffer.alloc(2), 0, 2, at + box + 6);
}

const target = openSync(artefactPathOf(writeTo, 'light'), 'w+');
try {
  const { code, complaint } = await runFfmpeg({
    program: 'exec',
    path,
    outputs: [
      {
        name: 'light',
        write(bytes, at) {
          requireRoom(dirname(writeTo));
          writeSync(target, bytes, 0, bytes.length, at);
          // Progress is not shown; the message only shows that the thread is alive.
          tell({ kind: 'progress', percent: 0 });
        },
      },
    ],
    args: (output) => [
      '-v',
      'error',
      ...inputArgs(format.container),
      '-i',
      inputPath,
      ...previewArgs(format, output('light')),
    ],
  });
  if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${complaint}`);
  clearPreSkip(target);
} finally {
  closeSync(target);
}
tell({ kind: 'encoded' });
