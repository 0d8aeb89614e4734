import { parentPort, workerData } from 'node:worker_threads';
import { measureFile } from './measure-file.ts';
import type { MeasuringMessage, MeasuringTask } from './measure-sound.ts';

// Decoding blocks its thread until it has ended, so it has one of its own, which may be ended at any time.

const tell = (message: MeasuringMessage) => parentPort?.postMessage(message, []);
tell(await measureFile(workerData as MeasuringTask, tell));
