import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import forms from '#content/forms.yaml';
import words from '#content/conversations.yaml';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import type { Member } from '#src/features/accounts/sessions/session.ts';
import { conversationLines, conversations, type Conversation, type Line } from '../conversation.table.ts';
import { formFingerprintOf, type Submission } from '#src/features/leads/submissions/submission.ts';
import { submitLeads, type SubmitRules } from '#src/features/leads/submissions/submit-leads.ts';
import { retryRaces } from '#src/platform/database/sql-state.ts';
import { visitorIdOf } from '#src/features/leads/submissions/visitor.ts';
import { statusReachedBy } from '#src/features/leads/lead-status.ts';
import { submissions } from '#src/features/leads/lead.table.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest } from '#src/platform/field.schema.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { addLine, lockConversation, recordLine } from './lock-conversation.ts';

export type ConversionServices = {
  readonly clock: Clock;
  readonly secret: string;
  readonly rules: SubmitRules;
};

/** The visitor's name and address; both are checked as in any form. */
export type Address = { readonly name: string; readonly email: string };

export type LeadConversion =
  | Outcome<'not-found' | 'blocked' | 'other-address', { readonly leadId: string }>
  | { readonly ok: false; readonly reason: 'too-many'; readonly retryAfterS: number };

/** Indents the continuation lines of a text, so that none of them can pass for another speaker's line. */
const indented = (text: string) => text.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n    ');

/**
 * Returns a transcript of the questions and lines, one line each. If it is too long for a message, only the latest
 * lines are included.
 */
export function transcriptOf(
  lines: readonly Pick<Line, 'kind' | 'authorName' | 'content'>[],
  askedBefore: readonly string[] = [],
): string {
  const messages = lines
    .filter(({ kind }) => kind === 'text')
    .map(({ authorName, content }) => [authorName ?? words.transcript.visitor, content] as const);
  const questions = askedBefore.map((question) => [words.transcript.asked, question] as const);
  const texts = [...questions, ...messages].map(([who, content]) => `${who}: ${indented(content)}`);
  let length = words.transcript.cut.length + 1;
  const fits = texts.toReversed().findIndex((text) => (length += text.length + 1) > longest.text);
  const shown = fits === -1 ? texts : [words.transcript.cut, ...texts.slice(texts.length - fits)];
  return shown.length === 0 ? words.transcript.empty : shown.join('\n');
}

function submissionOf(
  { id, askedBefore }: Conversation,
  lines: readonly Line[],
  { name, email }: Address,
  { network, secret, createdAt }: { network: string; secret: string; createdAt: Date },
): Submission {
  const fields = { name, email, message: transcriptOf(lines, askedBefore) };
  return {
    // The conversation's id, so that it becomes at most one submission.
    id,
    form: 'message',
    formSource: forms.message.formSource,
    fields,
    fingerprint: formFingerprintOf('message', fields),
    isHeld: false,
    name,
    email,
    reached: statusReachedBy.message,
    visitorId: visitorIdOf(secret, id),
    network,
    createdAt,
    wanted: null,
  };
}

/** Stores a locked conversation as a submission of the message form and returns its lead's id. */
async function storeAsSubmission(
  tx: Db,
  { clock, secret, rules }: ConversionServices,
  conversation: Conversation,
  { network, ...address }: Address & { readonly network: string },
): Promise<LeadConversion> {
  const { id } = conversation;
  const lines = await tx
    .select()
    .from(conversationLines)
    .where(eq(conversationLines.conversationId, id))
    .orderBy(asc(conversationLines.seq));
  const sent = { network, secret, createdAt: clock.now() };
  const submission = submissionOf(conversation, lines, address, sent);
  const [outcome] = await submitLeads(tx, [submission], rules);
  if (outcome?.ok === false && outcome.reason === 'too-many') return outcome;
  const [stored] = await tx.select().from(submissions).where(eq(submissions.id, id));
  if (outcome?.ok !== true || !stored) throw new Error('A conversation was not converted to a lead');
  await tx
    .update(conversations)
    .set({ leadId: stored.leadId, ...address })
    .where(eq(conversations.id, id));
  for (const line of lines) await recordLine(tx, { id, leadId: stored.leadId, ...address }, line);
  return { ok: true, leadId: stored.leadId };
}

/** Returns the lead of a conversation, or null. Refused if the address differs from its own. */
function knownLeadOf({ leadId, email }: Conversation, given: Address): LeadConversion | null {
  if (leadId === null) return null;
  return email === given.email ? { ok: true, leadId } : { ok: false, reason: 'other-address' };
}

/** Emails the answers to a locked conversation from now on. */
async function answerByEmailFromNow(tx: Db, now: Date, conversation: Conversation): Promise<void> {
  if (conversation.state === 'mailed') return;
  const line = { writtenAs: uuidv7(), kind: 'mailed', sender: 'visitor', content: '' } as const;
  const changes = { state: 'mailed', takenBy: null, takenByName: null, waitingSince: null } as const;
  await addLine(tx, now, conversation, line, changes);
}

/**
 * Stores the visitor's address: the conversation becomes their message, their lead waits for a reply, and replies are
 * also emailed from then on. Idempotent.
 */
export const leaveAddress = (
  db: Db,
  services: ConversionServices,
  { conversationId, network, name, email }: Address & { conversationId: string; network: string },
): Promise<LeadConversion> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<LeadConversion> => {
      const conversation = await lockConversation(tx, conversationId);
      if (!conversation) return { ok: false, reason: 'not-found' };
      if (conversation.isBlocked) return { ok: false, reason: 'blocked' };
      const converted =
        knownLeadOf(conversation, { name, email }) ??
        (await storeAsSubmission(tx, services, conversation, { name, email, network }));
      if (!converted.ok) return converted;
      const theirs = { ...conversation, leadId: converted.leadId, name };
      await answerByEmailFromNow(tx, services.clock.now(), theirs);
      return converted;
    }),
  );

/**
 * Converts a conversation to a lead with the address that the visitor gave in it. The conversation continues; `byEmail`
 * also emails the answers from now on, for a visitor who has closed it. Idempotent.
 */
export const convertToLead = (
  db: Db,
  services: ConversionServices,
  member: Member,
  { conversationId, name, email, byEmail = false }: Address & { conversationId: string; byEmail?: boolean },
): Promise<LeadConversion> =>
  retryRaces(() =>
    db.transaction(async (tx): Promise<LeadConversion> => {
      const conversation = await lockConversation(tx, conversationId);
      if (!conversation) return { ok: false, reason: 'not-found' };
      const address = { name, email, network: `desk of ${member.id}` };
      const now = services.clock.now();
      const known = knownLeadOf(conversation, address);
      const converted = known ?? (await storeAsSubmission(tx, services, conversation, address));
      if (!converted.ok) return converted;
      const { leadId } = converted;
      if (!known)
        await recordActivity(tx, now, member, { kind: 'chat-kept', leadId, subjectId: conversationId });
      if (byEmail)
        await answerByEmailFromNow(tx, now, { ...conversation, leadId, name: conversation.name ?? name });
      return converted;
    }),
  );
