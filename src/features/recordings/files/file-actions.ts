import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk-projects.yaml';
import type { Outcome } from '#src/platform/outcome.ts';
import { changeApprovalNeed, removeFile } from './files.ts';

const { files: texts } = words;

/** The file that is posted, of the project in the address. */
export const postedFileKey = ({ params, entries }: PersonInput) => ({
  projectId: params['id'] ?? '',
  fileId: entries['fileId'] ?? '',
});

const outcomeOf = (outcome: Outcome<'not-found' | 'approved'>, projectId: string) => {
  if (outcome.ok) return { ok: true, next: `/desk/projects/${projectId}#files` } as const;
  return outcome.reason === 'approved' ? refusal(409, texts.isApproved) : refusal(404, texts.gone);
};

const removeAction = teamAction(async (input) => {
  const { services, person } = input;
  const key = postedFileKey(input);
  return outcomeOf(await removeFile(services, person, key), key.projectId);
});

const approvalNeedAction = (needsApproval: boolean) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const key = postedFileKey(input);
    const changed = await changeApprovalNeed(services.db, services, person, { ...key, needsApproval });
    return outcomeOf(changed, key.projectId);
  });

/** The team's actions on the files of a project. */
export const fileActions = {
  'remove-file': removeAction,
  'require-approval': approvalNeedAction(true),
  'waive-approval': approvalNeedAction(false),
};
