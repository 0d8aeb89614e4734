import { parentPort, workerData } from 'node:worker_threads';
import { compareFiles } from './compare-files.ts';
import type { ComparingMessage, ComparingTask } from './compare-sounds.ts';

// Decoding blocks its thread, so it runs in a worker, which can be terminated at any time.

const tell = (message: ComparingMessage) => parentPort?.postMessage(message, []);
tell(await compareFiles(workerData as ComparingTask, tell));
