import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk-projects.yaml';
import { changeApprovalNeed } from './change-approval-need.ts';
import { removeFile } from './remove-file.ts';

const { files: texts } = words;

const keyOf = ({ params, entries }: PersonInput) => ({
  projectId: params['id'] ?? '',
  fileId: entries['fileId'] ?? '',
});

const answerOf = (
  outcome: { ok: true } | { ok: false; reason: 'not-found' | 'approved' },
  projectId: string,
) => {
  if (outcome.ok) return { ok: true, next: `/desk/projects/${projectId}#files` } as const;
  return outcome.reason === 'approved' ? refusal(409, texts.isApproved) : refusal(404, texts.gone);
};

const remove = teamAction(async (input) => {
  const { services, person } = input;
  const key = keyOf(input);
  return answerOf(await removeFile(services, person, key), key.projectId);
});

const need = (needsApproval: boolean) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const key = keyOf(input);
    const changed = await changeApprovalNeed(services.db, services, person, { ...key, needsApproval });
    return answerOf(changed, key.projectId);
  });

export const fileActions = {
  'remove-file': remove,
  'require-approval': need(true),
  'waive-approval': need(false),
};
