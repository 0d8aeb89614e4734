import { and, desc, eq, lte } from 'drizzle-orm';
import { leads } from '../lead.table.ts';
import { submissions } from '../submission.table.ts';
import type {
  DecideMail,
  MailDecision,
  MailKinds,
  MailSettings,
} from '#src/features/notifications/outbox/mail-kinds.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findSubmission, type StoredSubmission } from './find-submission.ts';
import { forward } from './forward.ts';
import { leadReplies } from './lead-reply.table.ts';

/** The mails and the forward that a submission causes. */
export const submissionMailKinds = ['team-mail', 'sender-mail', 'forward'] as const;

export type SubmissionMailKind = (typeof submissionMailKinds)[number];

/** A reply of the team's; its subject is the reply. */
export const replyMailKind = 'reply';

type LeadMailSettings = MailSettings & {
  readonly forwardUrl: string | null;
  /** Finds the path of the page where the recipient of a reply can answer; null if there is none. */
  readonly findReplyPath: (
    tx: Db,
    reply: { readonly id: string; readonly leadId: string },
  ) => Promise<string | null>;
};

const deleted = { kind: 'skip', reason: 'deleted' } as const;

/** Decides about a mail whose subject is a submission. */
const aboutSubmission =
  (decide: (submission: StoredSubmission) => MailDecision): DecideMail =>
  async (tx, { subjectId }) => {
    const submission = subjectId === null ? null : await findSubmission(tx, subjectId);
    return submission ? decide(submission) : deleted;
  };

/** A reply as its mail needs it, with the submission that it answers: the latest before it; null when it was deleted. */
async function findReply(tx: Db, replyId: string) {
  const { id, leadId, authorName, content, sentAt } = leadReplies;
  const [reply] = await tx
    .select({ id, leadId, authorName, content, sentAt, email: leads.email })
    .from(leadReplies)
    .innerJoin(leads, eq(leads.id, leadReplies.leadId))
    .where(eq(id, replyId));
  if (!reply) return null;
  const before = and(
    eq(submissions.leadId, reply.leadId),
    eq(submissions.isHeld, false),
    lte(submissions.createdAt, reply.sentAt),
  );
  const [answered] = await tx
    .select({
      id: submissions.id,
      form: submissions.form,
      fields: submissions.fields,
      createdAt: submissions.createdAt,
    })
    .from(submissions)
    .where(before)
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(1);
  return { ...reply, answered: answered ?? null };
}

/** Decides about the mails that a lead causes: those about a submission, its forward, and the team's replies. */
export function leadMailKinds(settings: LeadMailSettings): MailKinds {
  // The templates are heavy; a start without mail does not wait for them.
  const templates = () => import('./lead-mails.tsx');
  return {
    'team-mail': aboutSubmission((submission) => ({
      kind: 'mail',
      isForTeam: true,
      compose: async () => (await templates()).teamMailOf(submission, settings),
    })),
    'sender-mail': aboutSubmission((submission) => ({
      kind: 'mail',
      compose: async () => (await templates()).senderMailOf(submission, settings),
    })),
    forward: aboutSubmission((submission) => ({
      kind: 'forward',
      post: () => forward(submission, settings.forwardUrl),
    })),
    async [replyMailKind](tx, { subjectId }) {
      const reply = subjectId === null ? null : await findReply(tx, subjectId);
      if (!reply) return deleted;
      const path = await settings.findReplyPath(tx, reply);
      const compose = async () =>
        (await import('./lead-reply.email.tsx')).replyMailOf({ ...reply, path }, settings);
      return { kind: 'mail', compose };
    },
  } satisfies Record<SubmissionMailKind | typeof replyMailKind, DecideMail>;
}
