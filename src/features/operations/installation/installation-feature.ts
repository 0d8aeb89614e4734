import type { Feature } from '#src/platform/services/services.ts';
import { removeLeftTests } from '../backup/test-restore.ts';
import { logKeeper, pruneLog } from '../log/keep-log.ts';
import { collectReports } from '../tasks/command-report.ts';
import { taskJob } from '../tasks/task.job.ts';
import { pruneTasks, taskQueue, taskQueueSettings } from '../tasks/tasks.ts';
import {
  certificateCheckOf,
  certificateJob,
  certificateQueue,
  certificateQueueSettings,
  httpsAddressOf,
} from './certificate.job.ts';

/** Runs backups, exports and restore tests, and checks the certificate of the public address once a day. */
export const installationFeature: Feature = {
  name: 'installation',
  register(services) {
    const { jobs, db } = services;
    jobs.define(taskQueue, taskQueueSettings, taskJob(services));
    jobs.define(certificateQueue, certificateQueueSettings, certificateJob(services));
    return logKeeper.start(db);
  },
  async prune(services) {
    const { db, jobs, clock, config } = services;
    await collectReports(services);
    await pruneTasks(services);
    await pruneLog(db, services);
    await removeLeftTests(config.dataDir, clock.now());
    if (httpsAddressOf(config)) await jobs.enqueue(db, [certificateCheckOf(clock.now())]);
  },
};
