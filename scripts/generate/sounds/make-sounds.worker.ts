import { parentPort, workerData } from 'node:worker_threads';
import { SoundFileError } from './encode-sound.ts';
import { makeSounds } from './make-sounds.ts';

// In a thread of its own, so that a machine with two processors draws its pictures meanwhile. It posts what a studio has to mend.
try {
  await makeSounds(workerData as string);
} catch (error) {
  if (!(error instanceof SoundFileError)) throw error;
  parentPort?.postMessage(error.message, []);
}
