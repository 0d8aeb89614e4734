import { parentPort, workerData } from 'node:worker_threads';
import { SoundFileError } from './encode-sound.ts';
import { makeSounds } from './make-sounds.ts';

// Runs in a thread, so that a machine with two CPUs draws its pictures meanwhile. Posts the errors that a studio has to
// fix.
try {
  await makeSounds(workerData as string);
} catch (error) {
  if (!(error instanceof SoundFileError)) throw error;
  parentPort?.postMessage(error.message, []);
}
