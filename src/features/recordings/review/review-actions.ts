import { clientAction, personAction, refusal } from '#src/features/accounts/access/person-action.ts';
import words from '#content/project.yaml';
import { validate } from 'uuid';
import { checkFields } from '#src/platform/check-fields.ts';
import { addComment, commentFields, markCommentDone, reopenComment } from './comments.ts';
import { approveFile } from '#src/features/recordings/files/approve-file.ts';
import { parseTimeCode } from './time-code.ts';

const { approval } = words;
const { form } = words.player;

/** The page of a project with this recording in its player, at this anchor. */
function pageOf(projectId: string, fileId: string, anchor: string): string {
  const query = validate(fileId) ? `?file=${fileId}` : '';
  return `/portal/projects/${projectId}${query}#${anchor}`;
}

/** Approves a file. */
const approveAction = clientAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { fileId = '', sha256 = '', shown = '' } = entries;
  const approved = await approveFile(services.db, services, person, { projectId, fileId, sha256 });
  if (approved.ok) return { ok: true, next: pageOf(projectId, shown, `file-${fileId}`) };
  if (approved.reason === 'other-bytes') return refusal(409, approval.otherBytes);
  if (approved.reason === 'not-needed') return refusal(409, approval.notNeeded);
  return refusal(404, approval.gone);
});

const refusals = {
  blank: [422, form.blank],
  'beyond-end': [422, form.time],
  'not-audio': [422, form.notAudio],
  conflict: [409, form.conflict],
  'not-found': [404, form.gone],
} as const;

/** Adds a comment on a moment of a recording. */
const commentAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { commentId: id = '', fileId = '', at = '', content = '' } = entries;
  const [problem] = checkFields(commentFields, { content });
  if (problem?.code === 'too-long') return refusal(422, form.tooLong);
  if (problem?.code === 'characters') return refusal(422, form.characters);
  const atMs = parseTimeCode(at) ?? Number.NaN;
  const added = await addComment(services.db, services, person, {
    id,
    projectId,
    fileId,
    atMs,
    content,
  });
  if (!added.ok) {
    const [status, error] = refusals[added.reason];
    return refusal(status, error);
  }
  return { ok: true, next: pageOf(projectId, fileId, `comment-${id}`) };
});

/** Marks a comment as done, or opens it again. */
const doneAction = (change: typeof markCommentDone) =>
  personAction(async ({ services, person, entries, params }) => {
    const { id: projectId = '' } = params;
    const { commentId = '', fileId = '' } = entries;
    const done = await change(services.db, services, person, { projectId, commentId });
    return done.ok
      ? { ok: true, next: pageOf(projectId, fileId, `comment-${commentId}`) }
      : refusal(404, form.gone);
  });

/** What a client can do on the page of a project. */
export const reviewActions = {
  'add-comment': commentAction,
  'approve-file': approveAction,
  'mark-comment-done': doneAction(markCommentDone),
  'reopen-comment': doneAction(reopenComment),
} as const;
