import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { requireRoom } from '#src/platform/disk-room.ts';
import { inputArgs, probeSound, soundArgs } from './decode-sound.ts';
import { inputPath, runFfmpeg } from './ffmpeg.ts';
import type { SamplesMessage, SamplesTask } from './write-samples.ts';

// Decoding blocks its thread, so it runs in a worker, which can be terminated at any time.

const tellEveryBytes = 4_000_000;

const { path, container, samples, writeTo, sizeBytes } = workerData as SamplesTask;
const tell = (message: SamplesMessage) => parentPort?.postMessage(message, []);

// A sound with video may start with silence.
const format = container === 'mov' || container === 'matroska' ? await probeSound(path) : null;
const start = format === null || typeof format === 'string' ? {} : format;
const target = openSync(writeTo, 'r+');
let tellAt = 0;
try {
  await runFfmpeg({
    program: 'exec',
    path,
    outputs: [
      {
        name: 'samples',
        write(bytes, at) {
          writeSync(target, bytes, 0, Math.max(0, Math.min(bytes.length, sizeBytes - at)), at);
          if (at < tellAt) return;
          tellAt = at + tellEveryBytes;
          requireRoom(dirname(writeTo));
          tell({ kind: 'progress', percent: Math.floor((100 * at) / sizeBytes) });
        },
      },
    ],
    args: (output) => [
      '-v',
      'error',
      ...inputArgs(container),
      '-i',
      inputPath,
      ...soundArgs(start),
      ...`-map_metadata -1 -c:a pcm_${samples} -f ${samples}`.split(' '),
      output('samples'),
    ],
  });
} finally {
  closeSync(target);
}
tell({ kind: 'written' });
