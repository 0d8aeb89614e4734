import desk from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import {
  clientAction,
  fieldRefusal,
  refusal,
  teamAction,
  type PersonInput,
} from '#src/features/accounts/access/action.ts';
import { removeClientUpload, withdrawClientUpload, importClientUpload } from './client-uploads.ts';
import { bytesPerGb, changeUploadLimit } from './client-upload-space.ts';

const { sent: texts } = desk;

/** The posted file, in the project of the URL. */
const keyOf = ({ params, entries }: PersonInput) => ({
  projectId: params['id'] ?? '',
  sentId: entries['sentId'] ?? '',
});

const deskList = ({ params }: PersonInput) =>
  ({ ok: true, next: `/desk/projects/${params['id'] ?? ''}#sent-files` }) as const;

/** The client's action on a sent file: withdrawing it. */
export const withdrawAction = clientAction(async (input) => {
  const { services, person, params } = input;
  const outcome = await withdrawClientUpload(services, person, keyOf(input));
  if (outcome.ok) return { ok: true, next: `/portal/projects/${params['id'] ?? ''}#sent-files` };
  if (outcome.reason === 'not-found') return refusal(404, project.sent.gone);
  return refusal(409, outcome.reason === 'not-yours' ? project.sent.notYours : project.sent.withTeam);
});

const take = teamAction(async (input) => {
  const outcome = await importClientUpload(input.services, input.person, keyOf(input));
  if (outcome.ok) return deskList(input);
  if (outcome.reason === 'not-found') return refusal(404, texts.gone);
  return refusal(409, outcome.reason === 'taken' ? texts.isTaken : texts.noSound);
});

const remove = teamAction(async (input) => {
  const outcome = await removeClientUpload(input.services, input.person, keyOf(input));
  if (outcome.ok) return deskList(input);
  return outcome.reason === 'not-found' ? refusal(404, texts.gone) : refusal(409, texts.notFetched);
});

const mostGb = 10_000;

/** Parses a number of GB into bytes; null for an empty field, undefined if invalid. */
function limitOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  const gb = /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Infinity;
  return gb <= mostGb ? Math.round(gb * bytesPerGb) : undefined;
}

const changeLimit = teamAction(async (input) => {
  const { services, person, params, entries } = input;
  const limitBytes = limitOf(entries['limit'] ?? '');
  if (limitBytes === undefined) return fieldRefusal('limit', texts.gbWrong);
  const projectId = params['id'] ?? '';
  const changed = await changeUploadLimit(services.db, services, person, { projectId, limitBytes });
  return changed.ok ? deskList(input) : refusal(404, desk.details.gone);
});

/** The team's actions on files that a client sent to a project. */
export const clientUploadActions = {
  'change-sent-limit': changeLimit,
  'remove-sent-file': remove,
  'take-sent-file': take,
};
