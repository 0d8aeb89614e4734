import { parentPort, workerData } from 'node:worker_threads';
import { compareFiles } from './compare-files.ts';
import type { ComparingMessage, ComparingTask } from './compare-sounds.ts';

// Decoding blocks its thread until it has ended, so it has one of its own, which may be ended at any time.

const tell = (message: ComparingMessage) => parentPort?.postMessage(message, []);
tell(await compareFiles(workerData as ComparingTask, tell));
