import { validate } from 'uuid';
import delivery from '#content/delivery.yaml';
import words from '#content/desk-projects.yaml';
import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/action.ts';
import { createProject, editProject, moveProject, type DeliveryEmail } from '../projects.ts';
import { piecesOf } from '#src/features/projects/file-naming.ts';
import { isStatus, type ProjectStatus } from '#src/features/projects/project-status.ts';
import {
  checkText,
  dayOrNull,
  present,
  problem,
  wrongFields,
  type Checked,
} from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import { isDay } from '#src/platform/calendar.ts';

const { board, details, errors, statuses } = words;

type ProjectValues = {
  readonly name: string;
  readonly description: string;
  readonly status: ProjectStatus;
  readonly progress: number;
  readonly dueOn: string | null;
  /** Undefined if the form has no such field. */
  readonly revisionRounds: number | null | undefined;
  readonly deliverySpecification: string | null | undefined;
  readonly fileNaming: string | null | undefined;
};

/** Returns an optional text; undefined if the form has no such field. */
const textOrNull = (text: string | undefined) => (text === undefined ? undefined : text.trim() || null);

const isSpecification = (key: string) => delivery.specifications.some((each) => each.key === key);

/** Checks the details of a project, new or edited. */
export function checkProjectForm(entries: Entries): Checked<ProjectValues> {
  const { name = '', description = '', status = 'backlog', progress = '0', dueOn = '' } = entries;
  const { revisionRounds, deliverySpecification = '', fileNaming = '' } = entries;
  const percent = /^\s*\d{1,3}\s*$/.test(progress) ? Number(progress) : -1;
  const wrong = present([
    checkText(entries, 'name', { max: longest.name, isLine: true, missing: errors.name }),
    checkText(entries, 'description', { missing: null }),
    isStatus(status) ? null : problem('status', errors.status),
    percent >= 0 && percent <= 100 ? null : problem('progress', errors.progress),
    /^\d{0,2}$/.test((revisionRounds ?? '').trim()) ? null : problem('revisionRounds', errors.rounds),
    deliverySpecification === '' || isSpecification(deliverySpecification)
      ? null
      : problem('deliverySpecification', errors.specification),
    checkText(entries, 'fileNaming', { max: longest.name, isLine: true, missing: null }),
    piecesOf(fileNaming.trim()) ? null : problem('fileNaming', errors.naming),
    dueOn === '' || isDay(dueOn) ? null : problem('dueOn', errors.day),
  ]);
  if (wrong.length > 0 || !isStatus(status)) return { ok: false, errors: wrong };
  const rounds = revisionRounds?.trim() === '' ? null : Number(revisionRounds);
  const values = { name, description, status, progress: percent, dueOn: dayOrNull(dueOn) };
  return {
    ok: true,
    values: {
      ...values,
      revisionRounds: revisionRounds === undefined ? undefined : rounds,
      deliverySpecification: textOrNull(entries['deliverySpecification']),
      fileNaming: textOrNull(entries['fileNaming']),
    },
  };
}

/** Returns the version in a form; 0, which no project has, if it is missing. */
const versionOf = ({ version = '' }: Entries) => (/^\d{1,9}$/.test(version) ? Number(version) : 0);

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

/** The actions of the page that creates a project. */
export const createActions = { create };

/** Returns what the client is emailed if the posted status delivers a project; null for no email. */
export type FindDeliveryEmail = (input: PersonInput, projectId: string) => Promise<DeliveryEmail | null>;

/** Returns the action that edits the project in the URL and stays on its page. */
export const editProjectAction = (findEmail: FindDeliveryEmail) =>
  teamAction(async (input) => {
    const { services, person, entries, params } = input;
    const projectId = params['id'] ?? '';
    const checked = checkProjectForm(entries);
    if (!checked.ok) return wrongFields(checked.errors);
    const email = await findEmail(input, projectId);
    const edit = { projectId, version: versionOf(entries), email, ...checked.values };
    const edited = await editProject(services.db, services, person, edit);
    if (edited.ok) return { ok: true };
    return edited.reason === 'stale' ? refusal(409, details.stale) : refusal(404, details.gone);
  });

/** Returns the action that moves a card of the board to another column. `filter` is the query of the board. */
export const moveProjectAction = (findEmail: FindDeliveryEmail) =>
  teamAction(async (input) => {
    const { services, person, entries } = input;
    const { projectId = '', status = '', filter = '' } = entries;
    if (!isStatus(status)) return refusal(422, errors.status);
    const move = { projectId, status, version: versionOf(entries), email: await findEmail(input, projectId) };
    const moved = await moveProject(services.db, services, person, move);
    if (moved.ok) {
      const next = filter.startsWith('?') ? `/desk/projects${filter}` : '/desk/projects';
      return { ok: true, next: `${next}#card-${projectId}`, data: { version: String(moved.version) } };
    }
    if (moved.reason === 'not-found') return refusal(404, board.gone);
    return refusal(409, fill(board.stale, { column: statuses[moved.status] }));
  });
