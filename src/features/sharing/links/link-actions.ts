import words from '#content/listening.yaml';
import { personAction, refusal, type FieldError } from '#src/features/accounts/access/action.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';
import { linkDays, createLink, revokeLink, shortestPassword, type LinkTarget } from './create-link.ts';

const { errors } = words.share;

/** Parses the form's target: `project`, `recording:<id>` or `file:<id>`. Returns null for anything else. */
function parseTarget(text: string): LinkTarget | null {
  const [kind, id = ''] = text.split(':', 2);
  if (kind === 'project' && id === '') return { fileId: null, recordingId: null };
  if (kind === 'recording') return { fileId: null, recordingId: id };
  return kind === 'file' ? { fileId: id, recordingId: null } : null;
}

/** Formats a target as the form's value. */
export const targetText = ({ fileId, recordingId }: LinkTarget): string =>
  fileId !== null ? `file:${fileId}` : recordingId !== null ? `recording:${recordingId}` : 'project';

function checkPassword(entries: Entries): FieldError | null {
  const { password = '' } = entries;
  if (password === '') return null;
  if ([...password].length < shortestPassword) return problem('password', errors.shortPassword);
  return checkText(entries, 'password', { max: 200, missing: null });
}

const makeAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { linkId: id = '', target: asked = '', name = '', password = '', days: typed = '' } = entries;
  const target = parseTarget(asked);
  const days = linkDays.find((each) => String(each) === typed);
  const wrong = present([
    target ? null : problem('target', errors.target),
    checkText(entries, 'name', { max: longest.name, isLine: true, missing: errors.name }),
    days === undefined ? problem('days', errors.days) : null,
    checkPassword(entries),
  ]);
  if (wrong.length > 0 || !target || days === undefined) return wrongFields(wrong);
  const made = await createLink(services, person, {
    ...target,
    id,
    projectId,
    name,
    days,
    password: password === '' ? null : password,
    mayComment: entries['mayComment'] === 'yes',
    mayDownload: entries['mayDownload'] === 'yes',
    namesProject: entries['namesProject'] === 'yes',
  });
  return made.ok
    ? { ok: true, next: `/portal/projects/${projectId}/share?made=${id}#link-${id}` }
    : refusal(404, errors.gone);
});

const revokeAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { linkId = '' } = entries;
  const revoked = await revokeLink(services, person, { projectId, linkId });
  return revoked.ok
    ? { ok: true, next: `/portal/projects/${projectId}/share#link-${linkId}` }
    : refusal(404, errors.gone);
});

/** The actions on the listening links of a project. */
export const linkActions = { 'make-link': makeAction, 'revoke-link': revokeAction } as const;
