import words from '#content/desk-projects.yaml';
import { changeApprovalNeed } from './change-approval-need.ts';
import { removeFile } from './remove-file.ts';
import { refusal, teamAction, type TeamInput } from '#src/features/workspace/desk-action.ts';

const { files: texts } = words;

const keyOf = ({ params, entries }: TeamInput) => ({
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
  const { services, team } = input;
  const key = keyOf(input);
  return answerOf(await removeFile(services, team, key), key.projectId);
});

const need = (needsApproval: boolean) =>
  teamAction(async (input) => {
    const { services, team } = input;
    const key = keyOf(input);
    const changed = await changeApprovalNeed(services.db, services, team, { ...key, needsApproval });
    return answerOf(changed, key.projectId);
  });

export const fileActions = {
  'remove-file': remove,
  'require-approval': need(true),
  'waive-approval': need(false),
};
