import { and, asc, desc, eq, isNull, lte } from 'drizzle-orm';
import words from '#content/forms.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
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
import { leads, submissions, leadReplies, leadReplyFiles } from '../lead.table.ts';
import { timeFieldNames } from '../submission-rows.ts';

/** The emails and the forward that a submission triggers. */
export const submissionMailKinds = ['team-mail', 'sender-mail', 'forward'] as const;

export type SubmissionMailKind = (typeof submissionMailKinds)[number];

/** A reply from the team; its subject is the id of the reply. */
export const replyMailKind = 'reply';

type LeadMailSettings = MailSettings & {
  readonly forwardUrl: string | null;
  /** Returns the path of the page where the recipient of a reply can answer; null if there is none. */
  readonly findReplyPath: (
    tx: Db,
    reply: { readonly id: string; readonly leadId: string },
  ) => Promise<string | null>;
};

const deleted = { kind: 'skip', reason: 'deleted' } as const;

/** Handles an email whose subject is a submission. */
const aboutSubmission =
  (decide: (submission: StoredSubmission) => MailDecision): DecideMail =>
  async (tx, { subjectId }) => {
    const submission = subjectId === null ? null : await findSubmission(tx, subjectId);
    return submission ? decide(submission) : deleted;
  };

/** Returns a reply with its files and the latest submission before it, as its email needs them; null if it was deleted. */
async function findReply(tx: Db, replyId: string) {
  const { id, leadId, authorName, subject, content, sentAt } = leadReplies;
  const [reply] = await tx
    .select({ id, leadId, authorName, subject, content, sentAt, email: leads.email })
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
  const { name: filename, mediaType: contentType, content: bytes, storedAt } = leadReplyFiles;
  const attachments = await tx
    .select({ filename, contentType, content: bytes })
    .from(leadReplyFiles)
    .where(and(eq(leadReplyFiles.leadId, reply.leadId), eq(leadReplyFiles.replyId, replyId)))
    .orderBy(asc(storedAt), asc(leadReplyFiles.id));
  return { ...reply, answered: answered ?? null, attachments };
}

/** Returns the handlers of the emails that a lead triggers: those about a submission, its forward, and replies. */
export function leadMailKinds(settings: LeadMailSettings): MailKinds {
  // The templates are heavy; a start without pending email does not wait for them.
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

/** A submission, as its emails need it. */
export type StoredSubmission = {
  readonly id: string;
  readonly leadId: string;
  readonly form: FormName;
  readonly formSource: string;
  readonly fields: Entries;
  readonly createdAt: Date;
  /** The client whose person has this address; null if there is none. */
  readonly client: { readonly id: string; readonly name: string } | null;
  /** Position among this person's submissions, counted from 1. */
  readonly number: number;
};

/** Returns the submission with this id; null if it was deleted. */
async function findSubmission(db: Db, id: string): Promise<StoredSubmission | null> {
  const [row] = await db
    .select({ submission: submissions, client: { id: clients.id, name: clients.name } })
    .from(submissions)
    .innerJoin(leads, eq(leads.id, submissions.leadId))
    .leftJoin(people, eq(people.emailKey, leads.emailKey))
    .leftJoin(clients, and(eq(clients.id, people.clientId), isNull(clients.erasedAt)))
    .where(eq(submissions.id, id));
  if (!row) return null;
  const { form, formSource, fields, createdAt, leadId } = row.submission;
  const earlier = and(
    eq(submissions.leadId, leadId),
    eq(submissions.isHeld, false),
    lte(submissions.createdAt, createdAt),
  );
  const number = await db.$count(submissions, earlier);
  return { id, leadId, form, formSource, fields, createdAt, number, client: row.client };
}

const timeoutMs = 20_000;
const mendable = new Set([408, 425, 429]);

/**
 * Returns the request body for the form-collection service: the specification's field names, values as typed, and a
 * picked time.
 */
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

/** Forwards a submission to the configured service. Distinguishes temporary from permanent failures. */
export async function forward(submission: StoredSubmission, url: string | null): Promise<MailResult> {
  // Forwarding was turned off in the meantime.
  if (url === null) return { ok: false, permanent: true, reason: 'FORM_FORWARD_URL is not set' };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: forwardBodyOf(submission),
      // Form services usually redirect to a thank-you page.
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
