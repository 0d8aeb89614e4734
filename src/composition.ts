import words from '#content/system.yaml';
import { accountsFeature } from '#src/features/accounts/accounts-feature.ts';
import { newSignInMail, newSignInMailKind } from '#src/features/accounts/security-log/new-sign-in.ts';
import { isForeignWrite, ownOriginsOf } from '#src/features/accounts/access/write-guard.ts';
import { backupFeature } from '#src/features/operations/backup/backup-feature.ts';
import { callsFeature } from '#src/features/calls/calls-feature.ts';
import { callMailKinds } from '#src/features/calls/emails/call-mail-kinds.ts';
import { findConversationPath } from '#src/features/chat/conversations/find-conversation.ts';
import { chatFeature } from '#src/features/chat/chat-feature.ts';
import { clientsFeature } from '#src/features/clients/clients-feature.ts';
import { listHandledUploads } from '#src/features/files/client-uploads/client-uploads.ts';
import { listStillOpen } from '#src/features/files/upload-requests/upload-requests.ts';
import { listUnapprovedFiles } from '#src/features/files/list-project-files.ts';
import { linkMailKinds } from '#src/features/sharing/links/link-mails.ts';
import { sharingFeature } from '#src/features/sharing/sharing-feature.ts';
import { filesFeature } from '#src/features/files/files-feature.ts';
import { invoicesFeature } from '#src/features/invoices/invoices-feature.ts';
import {
  findInvoiceSubjects,
  listPendingInvoices,
} from '#src/features/invoices/sheet/find-invoice-subjects.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { findRequestTexts } from '#src/features/files/approvals/approve-file.ts';
import { findRecordingSubjects } from '#src/features/files/covers/figure-picture.ts';
import { leadMailKinds } from '#src/features/leads/emails/lead-mail-kinds.ts';
import { receiptsFeature } from '#src/features/receipts/receipts-feature.ts';
import { leadsFeature } from '#src/features/leads/leads-feature.ts';
import { notificationEmailKinds } from '#src/features/notifications/emails/notification-emails.ts';
import { notificationsFeature } from '#src/features/notifications/notifications-feature.ts';
import type { MailKinds } from '#src/features/notifications/outbox/outbox.ts';
import { teamSummaryKinds } from '#src/features/notifications/outbox/team-summary.ts';
import { outboxFeature } from '#src/features/notifications/outbox/outbox-feature.ts';
import { findMessageTexts, listHandledMessages } from '#src/features/messages/find-messages.ts';
import { messagesFeature } from '#src/features/messages/messages-feature.ts';
import { listProjectNames } from '#src/features/projects/project-activity.ts';
import { findCommentTexts, listHandledComments } from '#src/features/review/player/comments.ts';
import { installationFeature } from '#src/features/operations/installation/installation-feature.ts';
import { sampleFeature } from '#src/features/operations/sample/sample-feature.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { PostHandler, FindPostHandler } from '#src/platform/http/post-handlers.ts';
import type { Log } from '#src/platform/log.ts';
import type { RateLimiter } from '#src/platform/limits/rate-limit.ts';
import type { Feature, Services } from '#src/platform/services/services.ts';

/** The outbox's emails by kind, with the features that render them. */
export function mailKindsOf({
  config,
  origin,
  secret,
  log,
  rateLimiter,
}: {
  readonly config: Pick<Config, 'teamInbox' | 'formForwardUrl' | 'dataDir' | 'bucket' | 'mailFrom'>;
  readonly origin: string;
  readonly secret: string;
  readonly log: Pick<Log, 'warn'>;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
}): MailKinds {
  const { teamInbox, formForwardUrl: forwardUrl, mailFrom } = config;
  const listWaiting = { approval: listUnapprovedFiles, payment: listPendingInvoices, request: listStillOpen };
  return {
    [newSignInMailKind]: newSignInMail({ origin }),
    ...teamSummaryKinds({ origin, teamInbox }),
    ...leadMailKinds({
      origin,
      teamInbox,
      forwardUrl,
      findReplyPath: (tx, reply) => findConversationPath(tx, secret, reply),
    }),
    ...linkMailKinds({ origin, secret, teamInbox }),
    ...callMailKinds({ origin, secret, teamInbox, mailFrom }, rateLimiter),
    ...notificationEmailKinds(
      { origin, teamInbox },
      {
        listProjectNames,
        listWaiting,
        listHandled: async (db, ids) => [
          ...(await listHandledMessages(db, ids)),
          ...(await listHandledComments(db, ids)),
          ...(await listHandledUploads(db, ids)),
        ],
        findTexts: { message: findMessageTexts, comment: findCommentTexts, request: findRequestTexts },
        findSubjects: async (db, ids, now) =>
          new Map([
            ...(await findInvoiceSubjects(db, ids, now)),
            ...(await findRecordingSubjects(db, ids, fileStoreOf(config))),
          ]),
      },
      log,
    ),
  };
}

/** All features of the running product; both server.ts and `astro dev` start exactly these. */
export const features: readonly Feature[] = [
  accountsFeature,
  outboxFeature(mailKindsOf),
  leadsFeature,
  callsFeature,
  notificationsFeature,
  invoicesFeature,
  filesFeature,
  messagesFeature,
  receiptsFeature,
  sharingFeature,
  chatFeature,
  clientsFeature,
  backupFeature,
  installationFeature,
  sampleFeature,
];

const uploadPatterns = features.flatMap(({ uploads = [] }) =>
  uploads.map((path) => new RegExp(`^${path.replaceAll('[id]', '[^/]+')}(?:/|$)`)),
);

/** Returns true if a path accepts uploads, whose bodies may be large. */
export const isUpload = (path: string): boolean => uploadPatterns.some((pattern) => pattern.test(path));

const refusedForeignPost = {
  kind: 'finished',
  status: 403,
  headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  body: `${words.refused.foreign}\n`,
} as const;

/** The POST handlers by path; they refuse cross-site posts. */
export function createPostHandlers(services: Services): FindPostHandler {
  const guarded =
    (take: PostHandler): PostHandler =>
    async (post) => {
      const { origin = null, 'sec-fetch-site': fetchSite = null } = post.headers;
      const sender = { method: 'POST', origin, fetchSite };
      const own = ownOriginsOf(services, post.origin ?? services.origin);
      return isForeignWrite(sender, own) ? refusedForeignPost : take(post);
    };
  const handlers = new Map<string, PostHandler>();
  for (const { posts } of features) {
    for (const [path, take] of posts?.(services) ?? []) handlers.set(path, guarded(take));
  }
  return (path) => handlers.get(path.replace(/\/$/, '')) ?? null;
}
