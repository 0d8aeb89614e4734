import { parentPort, workerData } from 'node:worker_threads';
import { measureFile } from './measure-file.ts';
import type { MeasuringMessage, MeasuringTask } from './measure-sound.ts';

// Decoding blocks its thread, so it runs in a worker, which can be terminated at any time.

const tell = (message: MeasuringMessage) => parentPort?.postMessage(message, []);
tell(await measureFile(workerData as MeasuringTask, tell));
