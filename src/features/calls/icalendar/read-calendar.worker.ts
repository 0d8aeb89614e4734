import { parentPort, workerData } from 'node:worker_threads';
import { readCalendar, type ReadTask } from './read-calendar.ts';

/** A thread of its own: a rule that never ends, or a calendar that needs too much, holds up nothing else. */
parentPort?.postMessage(readCalendar(workerData as ReadTask), []);
