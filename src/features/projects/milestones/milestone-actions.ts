import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk-projects.yaml';
import type { ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { addMilestone } from './add-milestone.ts';
import { completeMilestone, reopenMilestone } from './complete-milestone.ts';
import { editMilestone } from './edit-milestone.ts';
import { removeMilestone } from './remove-milestone.ts';
import { shiftMilestone } from './shift-milestone.ts';
import {
  checkText,
  dayOrNull,
  isDay,
  present,
  problem,
  type Checked,
  wrongFields,
} from '#src/features/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';

const { milestones: texts, details, errors } = words;

type MilestoneValues = {
  readonly title: string;
  readonly description: string;
  readonly dueOn: string | null;
};

/** The fields of a milestone, new or edited. */
function checkMilestoneForm(entries: Entries): Checked<MilestoneValues> {
  const { title = '', description = '', dueOn = '' } = entries;
  const wrong = present([
    checkText(entries, 'title', { max: longest.name, missing: errors.title }),
    checkText(entries, 'description', { missing: null }),
    dueOn === '' || isDay(dueOn) ? null : problem('dueOn', errors.day),
  ]);
  if (wrong.length > 0) return { ok: false, errors: wrong };
  return { ok: true, values: { title, description, dueOn: dayOrNull(dueOn) } };
}

const backTo = (projectId: string): ActionOutcome => ({
  ok: true,
  next: `/desk/projects/${projectId}#milestones`,
});

const keyOf = ({ params, entries }: PersonInput) => ({
  projectId: params['id'] ?? '',
  milestoneId: entries['milestoneId'] ?? '',
});

const add = teamAction(async (input) => {
  const { services, person, entries } = input;
  const { projectId } = keyOf(input);
  const checked = checkMilestoneForm(entries);
  if (!checked.ok) return wrongFields(checked.errors);
  const added = await services.db.transaction((tx) =>
    addMilestone(tx, services, person, { projectId, ...checked.values }),
  );
  return added.ok ? backTo(projectId) : refusal(404, details.gone);
});

const edit = teamAction(async (input) => {
  const { services, person, entries } = input;
  const key = keyOf(input);
  const checked = checkMilestoneForm(entries);
  if (!checked.ok) return wrongFields(checked.errors);
  const seen = entries['seen'] ?? '';
  const edited = await editMilestone(services.db, services, person, { ...key, ...checked.values, seen });
  if (edited.ok) return backTo(key.projectId);
  return edited.reason === 'stale' ? refusal(409, texts.stale) : refusal(404, texts.gone);
});

/** A step that needs nothing but to be named. */
const simple = (act: typeof completeMilestone) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const key = keyOf(input);
    const done = await act(services.db, services, person, key);
    return done.ok ? backTo(key.projectId) : refusal(404, texts.gone);
  });

const shift = (by: -1 | 1) =>
  simple((db, services, actor, key) => shiftMilestone(db, services, actor, { ...key, by }));

export const milestoneActions = {
  'add-milestone': add,
  'edit-milestone': edit,
  'complete-milestone': simple(completeMilestone),
  'reopen-milestone': simple(reopenMilestone),
  'remove-milestone': simple(removeMilestone),
  'raise-milestone': shift(-1),
  'lower-milestone': shift(1),
};
