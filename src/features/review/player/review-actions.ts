import {
  clientAction,
  fieldRefusal,
  personAction,
  refusal,
  type ActionInput,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import {
  type Author,
  addComment,
  commentFields,
  replyToComment,
  editComment,
  markCommentDone,
  reopenComment,
} from './comments.ts';
import words from '#content/project.yaml';
import { validate } from 'uuid';
import { checkFields } from '#src/platform/check-fields.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { approveFile, mostChangeText, requestChanges } from '#src/features/files/approvals/approve-file.ts';
import { findReportToApprove } from '#src/features/delivery/find-delivery.ts';
import { checkText } from '#src/workspace/form-checks.ts';
import { parseTimeCode } from '#src/features/files/measurements/time-code.ts';

const { approval, changes } = words;
const { form } = words.player;

/** Returns the address of a project's page with this recording in its player, at this anchor. */
function pageOf(projectId: string, fileId: string, anchor: string): string {
  const query = validate(fileId) ? `?file=${fileId}` : '';
  return `/portal/projects/${projectId}${query}#${anchor}`;
}

const approveAction = clientAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { fileId = '', sha256 = '', formats = '', sheet = '', shown = '' } = entries;
  const seenReport = sheet === '' ? {} : { sheet: { sha256: sheet, find: findReportToApprove } };
  const seenFormats = formats === '' ? [] : formats.split(' ');
  const seen = { projectId, fileId, sha256, formats: seenFormats, ...seenReport };
  const approved = await approveFile(services.db, services, person, seen);
  if (approved.ok) return { ok: true, next: pageOf(projectId, shown, `file-${fileId}`) };
  if (approved.reason === 'other-bytes') return refusal(409, approval.otherBytes);
  if (approved.reason === 'other-sheet') return refusal(409, approval.otherSheet);
  if (approved.reason === 'not-needed') return refusal(409, approval.notNeeded);
  return refusal(404, approval.gone);
});

const requestChangesAction = clientAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { fileId = '', sha256 = '', shown = '' } = entries;
  const problem = checkText(entries, 'content', {
    max: mostChangeText,
    missing: changes.blank,
    tooLong: changes.tooLong,
    characters: changes.characters,
  });
  if (problem) return fieldRefusal('content', problem.message);
  const request = { projectId, fileId, sha256, content: (entries['content'] ?? '').trim() };
  const requested = await requestChanges(services.db, services, person, request);
  if (requested.ok) return { ok: true, next: pageOf(projectId, shown, `file-${fileId}`) };
  if (requested.reason === 'conflict') return fieldRefusal('content', changes.conflict, 409);
  if (requested.reason === 'other-bytes') return fieldRefusal('content', changes.otherBytes, 409);
  if (requested.reason === 'not-needed') return fieldRefusal('content', changes.notNeeded, 409);
  return refusal(404, changes.gone);
});

const refusals = {
  blank: [422, form.blank],
  'beyond-end': [422, form.time],
  'not-audio': [422, form.notAudio],
  conflict: [409, form.conflict],
  stale: [409, form.stale],
  'not-found': [404, form.gone],
} as const;

type Stored = Outcome<keyof typeof refusals>;

/** Returns which of a comment's two times is invalid. */
const faultyTimeIn = ({ at = '', until = '' }: ActionInput['entries']) =>
  parseTimeCode(at) !== null && until.trim() !== '' ? 'until' : 'at';

/** The author and project of a comment, and the page to return to. */
export type Writing = {
  readonly author: Author;
  readonly projectId: string;
  readonly pageOf: (fileId: string, anchor: string) => string;
};

/** Stores the comment of a form. */
type WriteComment = (input: ActionInput, writing: Writing) => Promise<ActionOutcome>;

const writer =
  (store: (input: ActionInput, writing: Writing) => Promise<Stored>): WriteComment =>
  async (input, writing) => {
    const { commentId = '', fileId = '', content = '' } = input.entries;
    const [problem] = checkFields(commentFields, { content });
    if (problem?.code === 'too-long') return refusal(422, form.tooLong);
    if (problem?.code === 'characters') return refusal(422, form.characters);
    const stored = await store(input, writing);
    if (stored.ok) return { ok: true, next: writing.pageOf(fileId, `comment-${commentId}`) };
    const [status, error] = refusals[stored.reason];
    return stored.reason === 'beyond-end'
      ? fieldRefusal(faultyTimeIn(input.entries), error)
      : refusal(status, error);
  };

/** Adds a comment, replies to one, or edits one's own. */
export const writeComment = {
  'add-comment': writer(({ services, entries }, { author, projectId }) => {
    const { commentId: id = '', fileId = '', at = '', until = '', content = '' } = entries;
    const atMs = parseTimeCode(at) ?? Number.NaN;
    const untilMs = until.trim() === '' ? null : (parseTimeCode(until) ?? Number.NaN);
    return addComment(services.db, services, author, { id, projectId, fileId, atMs, untilMs, content });
  }),
  'reply-to-comment': writer(({ services, entries }, { author, projectId }) => {
    const { commentId: id = '', replyTo = '', content = '' } = entries;
    return replyToComment(services.db, services, author, { id, projectId, replyTo, content });
  }),
  'edit-comment': writer(({ services, entries }, { author, projectId }) => {
    const { commentId = '', content = '' } = entries;
    const version = Number(entries['version']);
    return editComment(services.db, services, author, { projectId, commentId, version, content });
  }),
} as const;

/** Creates the action for a signed-in person. */
const personWrites = (write: WriteComment) =>
  personAction((input) => {
    const { id: projectId = '' } = input.params;
    const ofProject = (fileId: string, anchor: string) => pageOf(projectId, fileId, anchor);
    return write(input, { author: input.person, projectId, pageOf: ofProject });
  });

/** Creates the action that marks a comment done or reopens it. */
const doneAction = (change: typeof markCommentDone) =>
  personAction(async ({ services, person, entries, params }) => {
    const { id: projectId = '' } = params;
    const { commentId = '', fileId = '' } = entries;
    const done = await change(services.db, services, person, { projectId, commentId });
    return done.ok
      ? { ok: true, next: pageOf(projectId, fileId, `comment-${commentId}`) }
      : refusal(404, form.gone);
  });

/** The actions on a project's recordings. Only its client approves; the team can do the rest, too. */
export const reviewActions = {
  'add-comment': personWrites(writeComment['add-comment']),
  'approve-file': approveAction,
  'edit-comment': personWrites(writeComment['edit-comment']),
  'mark-comment-done': doneAction(markCommentDone),
  'reopen-comment': doneAction(reopenComment),
  'reply-to-comment': personWrites(writeComment['reply-to-comment']),
  'request-changes': requestChangesAction,
} as const;
