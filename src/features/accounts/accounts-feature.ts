import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Feature } from '#src/platform/services/services.ts';
import { watchRequests } from '#src/platform/services/requests.ts';
import { commandInviteOf, inviteByCommand, inviteRequests } from './team/invite-by-command.ts';
import { pruneKnownBrowsers } from '#src/features/accounts/sessions/known-browsers.ts';
import { pruneSecurityLog } from './security-log/security-log.ts';
import { pruneSessions } from '#src/features/accounts/sessions/session.ts';
import { pruneSignInCodes } from './sign-in/sign-in-codes.ts';
import { signInMailJob } from './sign-in/sign-in-mail.job.ts';
import { pruneSignInRequests, signInMailQueue } from './sign-in/sign-in-requests.ts';

/**
 * Registers the accounts feature: the job that emails codes and links, the requests of the invite command to a process with the
 * embedded database, and the daily pruning. `/confirm` accepts forms as large as an import of clients, because it holds the
 * interrupted form.
 */
export const accountsFeature: Feature = {
  name: 'accounts',
  uploads: ['/confirm'],
  async register(services) {
    const { jobs, database, config, log } = services;
    const settings = { retry: mailRetry, timeoutS: 120, concurrency: 2 };
    jobs.define(signInMailQueue, settings, signInMailJob(services));
    if (database.kind !== 'embedded') return undefined;
    const onError = (error: Error) => log.error('an invitation failed', { error });
    const respond = async (asked: unknown) => {
      const invite = commandInviteOf(asked);
      return invite && inviteByCommand(services, invite);
    };
    return watchRequests({ dataDir: config.dataDir, kind: inviteRequests }, respond, onError);
  },
  async prune({ db, clock }) {
    await pruneSessions(db, clock.now());
    await pruneSignInCodes(db, clock.now());
    await pruneSignInRequests(db, clock.now());
    await pruneSecurityLog(db, clock.now());
    await pruneKnownBrowsers(db, clock.now());
  },
};
