import {
  fieldRefusal,
  isSure,
  refusal,
  teamAction,
  type PersonInput,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { eq } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import words from '#content/desk.yaml';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';

import {
  deleteHeldSubmission,
  releaseSubmission,
  addLeadNote,
  markLeadAnswered,
  setFollowUp,
  setLeadStatus,
} from './change-lead.ts';
import { submitRulesOf } from '../submissions/form-handler.ts';
import { leads } from '../lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest } from '#src/platform/field.schema.ts';
import { isDay } from '#src/platform/calendar.ts';
import { askDespiteAnswers } from '#src/workspace/already-answered.ts';
import { checkText } from '#src/workspace/form-checks.ts';
import {
  addedFilesField,
  attachFiles,
  mostAttached,
  mostAttachedText,
  removedFilesField,
  replyFormBytes,
  type ReplyKey,
} from './reply-files.ts';
import { convertLead } from './convert-lead.ts';
import { mostSubject, usualReplySubject } from '../reply-subject.ts';
import { replyToLead } from './reply-to-lead.ts';
import { retryAction } from '#src/features/notifications/outbox/outbox.ts';
import { fill } from '#src/platform/fill.ts';

const { errors } = words.lead;

const gone = refusal(404, errors.gone);
const fileErrors = {
  type: errors.fileType,
  size: fill(errors.fileSize, { size: mostAttachedText }),
  count: fill(errors.fileCount, { count: String(mostAttached) }),
} as const;
const refusals = {
  'not-found': gone,
  conflict: fieldRefusal('content', errors.changed, 409),
  'no-address': fieldRefusal('content', errors.noAddress),
} as const;
const statusRefusals = {
  'not-found': gone,
  held: fieldRefusal('status', errors.held, 409),
  'team-member': fieldRefusal('status', errors.teamMember, 409),
  disabled: fieldRefusal('status', errors.disabled, 409),
  'still-client': fieldRefusal('status', errors.stillClient, 409),
  'no-address': fieldRefusal('status', errors.noAddress, 409),
} as const;

/** Runs an action on the lead named in the address, if the id is valid. */
const onLead = (act: (input: PersonInput, leadId: string) => Promise<ActionOutcome>): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.params;
    return isUuid(id) ? act(input, id) : gone;
  });

/** Returns the failure for an invalid text, or null. */
function textProblem(
  { entries }: PersonInput,
  field: string,
  wanted: { max: number; missing: string | null; isLine?: boolean },
) {
  const tooLong = fill(errors.tooLong, { max: String(wanted.max) });
  const problem = checkText(entries, field, { ...wanted, tooLong, characters: errors.characters });
  return problem && fieldRefusal(field, problem.message);
}

type Text = { readonly id: string; readonly leadId: string; readonly content: string };

/**
 * Returns an action that takes text from a team member under an id created by the page. Rejects blank or too long text,
 * and an id that is not a UUID.
 */
const onText = (blank: string, act: (input: PersonInput, text: Text) => Promise<ActionOutcome>): Action =>
  onLead(async (input, leadId) => {
    const { entry: id = '', content = '' } = input.entries;
    const problem = textProblem(input, 'content', { max: longest.text, missing: blank });
    if (problem) return problem;
    return isUuid(id) ? act(input, { id, leadId, content }) : refusals.conflict;
  });

/**
 * Runs a decision about a held submission and records who made it, in one transaction. Redirects to the list if the
 * lead was deleted with it.
 */
const onHeldSubmission = (
  kind: 'submission-released' | 'submission-deleted',
  listHref: string,
  decide: (tx: Db, key: { leadId: string; submissionId: string }, input: PersonInput) => Promise<boolean>,
): Action =>
  onLead(async (input, leadId) => {
    const { services, entries } = input;
    const { submission = '' } = entries;
    const isDone =
      isUuid(submission) &&
      (await services.db.transaction(async (tx) => {
        if (!(await decide(tx, { leadId, submissionId: submission }, input))) return false;
        const entry = { kind, leadId, subjectId: submission };
        await recordActivity(tx, services.clock.now(), input.person, entry);
        return true;
      }));
    if (!isDone) return gone;
    const isLeadGone = (await services.db.$count(leads, eq(leads.id, leadId))) === 0;
    return isLeadGone ? { ok: true, next: listHref } : { ok: true };
  });

const settable = ['lead', 'booked', 'proposal', 'closed'] as const;

/** Sets a lead's status; `converted` creates a client with a first project of the given name. */
async function setStatus(input: PersonInput, leadId: string): Promise<ActionOutcome> {
  const { services, entries } = input;
  const { status: wanted, project: projectName = '' } = entries;
  if (wanted === 'converted') {
    const problem = textProblem(input, 'project', {
      max: longest.name,
      isLine: true,
      missing: errors.projectName,
    });
    if (problem) return problem;
    const converted = await convertLead(services.db, services, input.person, { leadId, projectName });
    return converted.ok ? { ok: true } : statusRefusals[converted.reason];
  }
  const status = settable.find((value) => value === wanted);
  if (!status) return fieldRefusal('status', errors.status);
  const set = await setLeadStatus(services.db, services.clock.now(), input.person, { leadId, status });
  return set.ok ? set : statusRefusals[set.reason];
}

/** Sets a lead's follow-up; an empty day clears it. */
async function setFollowUpDay(input: PersonInput, leadId: string): Promise<ActionOutcome> {
  const { services, person, entries } = input;
  const { followUpOn: on = '', followUpNote: note = '' } = entries;
  const problem = textProblem(input, 'followUpNote', { max: longest.name, isLine: true, missing: null });
  if (problem) return problem;
  if (on !== '' && !isDay(on)) return fieldRefusal('followUpOn', errors.day);
  if (on === '' && note.trim() !== '') return fieldRefusal('followUpOn', errors.followUpDay);
  const followUp = on === '' ? null : { on, note };
  const isSet = await setFollowUp(services.db, services.clock.now(), person, { leadId, followUp });
  return isSet ? { ok: true } : gone;
}

/** Attaches the posted files to the reply that is posted with them. Returns the refusal, if any. */
async function attachPosted(input: PersonInput, key: ReplyKey): Promise<ActionOutcome | null> {
  const { services, entries, files = [] } = input;
  const removedIds = (entries[removedFilesField] ?? '').split(' ');
  const added = files.filter(({ field }) => field === addedFilesField);
  const attached = await attachFiles(services.db, services.clock.now(), key, { added, removedIds });
  if (attached.ok) return null;
  return attached.reason === 'not-found' ? gone : fieldRefusal(addedFilesField, fileErrors[attached.reason]);
}

/** The limits of a lead's forms. */
export const leadFormLimits = {
  filesBytes: replyFormBytes,
  tooLarge: fill(errors.fileSize, { size: mostAttachedText }),
};

/** The action of the page with the form of a reply. */
export const replyActions: Readonly<Record<'reply', Action>> = {
  reply: onLead(async (input, leadId) => {
    const { entry: id = '', content = '', subject: typedSubject = '' } = input.entries;
    if (!isUuid(id)) return refusals.conflict;
    // Also if a text is refused, so that nobody chooses the files again.
    const refused = await attachPosted(input, { leadId, replyId: id });
    if (refused) return refused;
    const problem =
      textProblem(input, 'subject', { max: mostSubject, isLine: true, missing: null }) ??
      textProblem(input, 'content', { max: longest.text, missing: errors.blankReply });
    if (problem) return problem;
    const typed = typedSubject.trim();
    const subject = typed === usualReplySubject ? '' : typed;
    const sight = { seen: input.entries['seen'], isSure: isSure(input.entries) };
    const reply = { id, leadId, content, subject, ...sight };
    const replied = await replyToLead(input.services.db, input.services, input.person, reply);
    if (!replied.ok && replied.reason === 'answered')
      return askDespiteAnswers(replied.answers, input.services.clock.now(), { fieldId: 'reply-text' });
    return replied.ok ? replied : refusals[replied.reason];
  }),
};

/** Returns the actions of a lead's page; `listHref` is the list it was opened from. */
export const leadActionsOf = (listHref: string): Readonly<Record<string, Action>> => ({
  answer: onLead(async (input, leadId) => {
    const { db, clock } = input.services;
    return (await markLeadAnswered(db, clock.now(), input.person, leadId)) ? { ok: true } : gone;
  }),
  ...replyActions,
  note: onText(errors.blankNote, async (input, text) => {
    const { db, clock } = input.services;
    const noted = await addLeadNote(db, clock.now(), input.person, text);
    return noted.ok ? noted : refusals[noted.reason];
  }),
  'follow-up': onLead(setFollowUpDay),
  status: onLead(setStatus),
  release: onHeldSubmission('submission-released', listHref, (tx, key, { services }) =>
    releaseSubmission(tx, key, submitRulesOf(services)),
  ),
  delete: onHeldSubmission('submission-deleted', listHref, (tx, key) => deleteHeldSubmission(tx, key)),
  retry: retryAction('leadId'),
});
