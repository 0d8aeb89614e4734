import words from '#content/desk-projects.yaml';
import { isStatus, type ProjectStatus } from '#src/features/projects/project-status.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';
import {
  checkText,
  dayOrNull,
  isDay,
  present,
  problem,
  type Checked,
} from '#src/features/workspace/form-checks.ts';

const { errors } = words;

export type ProjectValues = {
  readonly name: string;
  readonly description: string;
  readonly status: ProjectStatus;
  readonly progress: number;
  readonly dueOn: string | null;
};

/** The details of a project, new or edited. */
export function checkProjectForm(entries: Entries): Checked<ProjectValues> {
  const { name = '', description = '', status = 'backlog', progress = '0', dueOn = '' } = entries;
  const percent = /^\s*\d{1,3}\s*$/.test(progress) ? Number(progress) : -1;
  const wrong = present([
    checkText(entries, 'name', { max: longest.name, missing: errors.name }),
    checkText(entries, 'description', { missing: null }),
    isStatus(status) ? null : problem('status', errors.status),
    percent >= 0 && percent <= 100 ? null : problem('progress', errors.progress),
    dueOn === '' || isDay(dueOn) ? null : problem('dueOn', errors.day),
  ]);
  if (wrong.length > 0 || !isStatus(status)) return { ok: false, errors: wrong };
  return { ok: true, values: { name, description, status, progress: percent, dueOn: dayOrNull(dueOn) } };
}
