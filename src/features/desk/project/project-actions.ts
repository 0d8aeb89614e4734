import { wrongFields } from '#src/features/workspace/form-checks.ts';
import { refusal, teamAction } from '#src/features/accounts/access/person-action.ts';
import { validate } from 'uuid';
import words from '#content/desk-projects.yaml';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { createProject } from '#src/features/projects/create-project.ts';
import { editProject } from '#src/features/projects/change-project.ts';
import { reviewActions } from '#src/features/recordings/review/review-actions.ts';
import { messageAction } from '#src/features/messages/send-message-action.ts';
import { invoiceActions, issueActions } from '#src/features/invoices/desk/invoice-actions.ts';
import { milestoneActions } from '#src/features/projects/milestones/milestone-actions.ts';
import { fileActions } from '#src/features/recordings/files/project-file-actions.ts';
import { checkProjectForm } from '#src/features/projects/desk/project-form-fields.ts';

const { details, errors } = words;

const edit = teamAction(async ({ services, person, entries, params }) => {
  const projectId = params['id'] ?? '';
  const checked = checkProjectForm(entries);
  if (!checked.ok) return wrongFields(checked.errors);
  const version = /^\d{1,9}$/.test(entries['version'] ?? '') ? Number(entries['version']) : 0;
  const edited = await editProject(services.db, services, person, { projectId, version, ...checked.values });
  if (edited.ok) return { ok: true };
  return edited.reason === 'stale' ? refusal(409, details.stale) : refusal(404, details.gone);
});

/** What the portal does too, after which the team comes back to the desk. */
const atTheDesk =
  (act: Action): Action =>
  async (input) => {
    const outcome = await act(input);
    if (!outcome.ok || outcome.next === undefined) return outcome;
    return { ...outcome, next: outcome.next.replace(/^\/portal\//, '/desk/') };
  };

/** Everything that can be done on a project's page. */
export const projectActions = {
  edit,
  'add-comment': atTheDesk(reviewActions['add-comment']),
  'mark-comment-done': atTheDesk(reviewActions['mark-comment-done']),
  'send-message': messageAction((projectId) => `/desk/projects/${projectId}#messages`),
  ...milestoneActions,
  ...fileActions,
  ...issueActions,
  ...invoiceActions,
};

const create = teamAction(async ({ services, person, entries }) => {
  const { clientId = '' } = entries;
  const checked = checkProjectForm(entries);
  const noClient = { field: 'clientId', code: 'option', message: errors.client } as const;
  const wrong = [...(validate(clientId) ? [] : [noClient]), ...(checked.ok ? [] : checked.errors)];
  if (!checked.ok || wrong.length > 0) return wrongFields(wrong);
  const made = await services.db.transaction((tx) =>
    createProject(tx, services, person, { clientId, ...checked.values }),
  );
  return made.ok ? { ok: true, next: `/desk/projects/${made.projectId}` } : wrongFields([noClient]);
});

export const createActions = { create };
