import {
  refusal,
  teamAction,
  type PersonInput,
  type TeamInput,
} from '#src/features/accounts/access/action.ts';
import words from '#content/desk-projects.yaml';
import handover from '#content/handover.yaml';
import type { Outcome } from '#src/platform/outcome.ts';
import { changeApprovalNeed, removeFile } from './files.ts';
import { deleteRemovedFiles, type RemovedKey } from './removed/removed-files.ts';

const { files: texts } = words;

/** The posted file, in the project of the URL. */
export const postedFileKey = ({ params, entries }: PersonInput) => ({
  projectId: params['id'] ?? '',
  fileId: entries['fileId'] ?? '',
});

/**
 * Redirects to the files of the project in the URL, or reports that a file is gone or, with `approvedText`, approved.
 */
export const answerOfFiles = (
  { params }: PersonInput,
  outcome: Outcome<'not-found' | 'approved'>,
  approvedText: string,
) => {
  if (outcome.ok) return { ok: true, next: `/desk/projects/${params['id'] ?? ''}#files` } as const;
  return outcome.reason === 'approved' ? refusal(409, approvedText) : refusal(404, texts.gone);
};

const removeAction = teamAction(async (input) => {
  const { services, person } = input;
  const removed = await removeFile(services, person, postedFileKey(input));
  return answerOfFiles(input, removed, texts.isApproved);
});

/** Answers an action on the posted removed file, or on all of them. */
export const removedFileAction = (
  act: (input: TeamInput, key: RemovedKey) => Promise<Outcome<'not-found'>>,
) =>
  teamAction(async (input) => {
    const { projectId, fileId } = postedFileKey(input);
    const done = await act(input, { projectId, fileId });
    if (!done.ok) return refusal(404, handover.removed.gone);
    return { ok: true, next: `/desk/projects/${projectId}#removed-files` };
  });

const approvalNeedAction = (needsApproval: boolean) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const need = { ...postedFileKey(input), needsApproval };
    const changed = await changeApprovalNeed(services.db, services, person, need);
    return answerOfFiles(input, changed, texts.isApproved);
  });

/** The team's actions on the files of a project. */
export const fileActions = {
  'remove-file': removeAction,
  'delete-removed-file': removedFileAction(({ services, person }, key) =>
    deleteRemovedFiles(services, person, key),
  ),
  'require-approval': approvalNeedAction(true),
  'waive-approval': approvalNeedAction(false),
};
