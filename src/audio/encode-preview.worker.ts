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

/** The place and length of the box that tells what an MP4 file holds. */
function indexOf(file: number): { at: number; length: number } {
  const head = Buffer.alloc(8);
  const { size } = fstatSync(file);
  for (let at = 0; at < size;) {
    readSync(file, head, 0, head.length, at);
    const length = head.readUInt32BE(0);
    if (head.toString('latin1', 4) === 'moov') return { at, length };
    // A longer length would stand elsewhere: that of more than 4 GB, which is four days.
    at += Math.max(length, head.length);
  }
  throw new Error('FFmpeg wrote no index');
}

/**
 * FFmpeg writes the encoder's delay (312 samples) into the edit list and into Opus' own box. Chromium and Firefox leave out both,
 * GStreamer the first alone, so the second is set to none: every browser then begins at the same sample as the original.
 */
function clearPreSkip(file: number): void {
  const { at, length } = indexOf(file);
  const index = Buffer.alloc(length);
  readSync(file, index, 0, length, at);
  const box = index.indexOf('dOps', 0, 'latin1');
  if (box < 0) throw new Error('FFmpeg wrote no Opus');
  // Behind its name, its version and the number of channels.
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
