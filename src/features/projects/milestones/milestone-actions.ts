import {
  refusal,
  teamAction,
  type PersonInput,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import words from '#content/desk-projects.yaml';
import {
  addMilestone,
  completeMilestone,
  editMilestone,
  moveMilestone,
  removeMilestone,
  reopenMilestone,
} from './milestones.ts';
import {
  checkText,
  dayOrNull,
  present,
  problem,
  type Checked,
  wrongFields,
} from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';
import { isDay } from '#src/platform/calendar.ts';

const { milestones: texts, details, errors } = words;

type MilestoneValues = {
  readonly title: string;
  readonly description: string;
  readonly dueOn: string | null;
};

/** Checks the fields of a milestone, new or edited. */
function checkMilestoneForm(entries: Entries): Checked<MilestoneValues> {
  const { title = '', description = '', dueOn = '' } = entries;
  const wrong = present([
    checkText(entries, 'title', { max: longest.name, isLine: true, missing: errors.title }),
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

/** Returns the posted milestone of the project in the URL. */
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
  const seenHash = entries['seen'] ?? '';
  const edited = await editMilestone(services.db, services, person, { ...key, ...checked.values, seenHash });
  if (edited.ok) return backTo(key.projectId);
  return edited.reason === 'stale' ? refusal(409, texts.stale) : refusal(404, texts.gone);
});

/** Creates an action that needs only the milestone's id. */
const actionOn = (act: typeof completeMilestone) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const key = keyOf(input);
    const done = await act(services.db, services, person, key);
    return done.ok ? backTo(key.projectId) : refusal(404, texts.gone);
  });

const move = (by: -1 | 1) =>
  actionOn((db, services, actor, key) => moveMilestone(db, services, actor, { ...key, by }));

/** The team's actions on the milestones of a project. */
export const milestoneActions = {
  'add-milestone': add,
  'edit-milestone': edit,
  'complete-milestone': actionOn(completeMilestone),
  'reopen-milestone': actionOn(reopenMilestone),
  'remove-milestone': actionOn(removeMilestone),
  'raise-milestone': move(-1),
  'lower-milestone': move(1),
};
