import { parentPort, workerData } from 'node:worker_threads';
import { readCalendar, type ReadTask } from './read-calendar.ts';

/** Runs in its own thread, so that an endless rule or a huge calendar blocks nothing else. */
parentPort?.postMessage(readCalendar(workerData as ReadTask), []);
