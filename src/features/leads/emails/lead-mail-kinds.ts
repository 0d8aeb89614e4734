import { and, desc, eq, lte } from 'drizzle-orm';
import words from '#content/forms.yaml';
import type {
  DecideMail,
  MailDecision,
  MailKinds,
  MailSettings,
} from '#src/features/notifications/outbox/outbox.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { MailResult } from '#src/platform/mail/mailer.ts';
import type { FormName } from '../form-names.ts';
import { leads, submissions, leadReplies } from '../lead.table.ts';
import { timeFieldNames } from '../submission-rows.ts';

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
  const templates = () => import('./submission.email.tsx');
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

/** A submission as its mails need it. */
export type StoredSubmission = {
  readonly id: string;
  readonly leadId: string;
  readonly form: FormName;
  readonly formSource: string;
  readonly fields: Entries;
  readonly createdAt: Date;
  /** Which one of this person's submissions it is, counting from 1. */
  readonly number: number;
};

/** The submission with this id, or null when it was deleted. */
async function findSubmission(db: Db, id: string): Promise<StoredSubmission | null> {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (!row) return null;
  const { form, formSource, fields, createdAt, leadId } = row;
  const earlier = and(
    eq(submissions.leadId, leadId),
    eq(submissions.isHeld, false),
    lte(submissions.createdAt, createdAt),
  );
  const number = await db.$count(submissions, earlier);
  return { id, leadId, form, formSource, fields, createdAt, number };
}

const timeoutMs = 20_000;
const mendable = new Set([408, 425, 429]);

/** The body that the form-collection service gets: the specification's field names, values as typed; also a time that was picked. */
function forwardBodyOf({ id, form, formSource, fields }: StoredSubmission): URLSearchParams {
  const body = new URLSearchParams();
  for (const name of Object.keys(words[form].fields)) body.set(name, fields[name] ?? '');
  for (const name of timeFieldNames) if (fields[name] !== undefined) body.set(name, fields[name]);
  body.set('_subject', words[form].subject);
  body.set('_replyto', fields['email'] ?? '');
  body.set('form_source', formSource);
  body.set('submission_id', id);
  return body;
}

/** Hands a submission to the configured service. What only the service can mend, and what never will, are told apart. */
export async function forward(submission: StoredSubmission, url: string | null): Promise<MailResult> {
  // Switched off meanwhile: there is nowhere to send it.
  if (url === null) return { ok: false, permanent: true, reason: 'FORM_FORWARD_URL is not set' };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: forwardBodyOf(submission),
      // Such services answer a form with a redirect to a page of thanks.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const { status } = response;
    if (status < 400) return { ok: true };
    const permanent = status < 500 && !mendable.has(status);
    return { ok: false, permanent, reason: `the service answered ${status}` };
  } catch (error) {
    return { ok: false, permanent: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
