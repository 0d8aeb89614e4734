import words from '#content/desk-projects.yaml';
import type { FieldError } from '#src/features/accounts/access/take-action.ts';
import { fill } from '#src/features/portal/notices/notice-lines.ts';
import { projectStatuses, type ProjectStatus } from '#src/features/portal/projects/project-status.ts';
import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import { longest, optionalText, requiredText } from '#src/platform/field.schema.ts';

const { errors } = words;

/** What a form of the desk holds, or what is wrong with it in words. */
export type Checked<T> =
  { readonly ok: true; readonly values: T } | { readonly ok: false; readonly errors: readonly FieldError[] };

type Problem = FieldError | null;

const problem = (field: string, message: string): FieldError => ({ field, code: 'option', message });

/** A text, kept exactly as typed; `missing` is what an empty one is told, null where it may be empty. */
export function checkText(
  entries: Entries,
  field: string,
  { max = longest.text, missing }: { readonly max?: number; readonly missing: string | null },
): Problem {
  const schema = missing === null ? optionalText(max) : requiredText(max);
  const [found] = checkFields({ [field]: schema }, entries);
  if (!found) return null;
  const { code } = found;
  if (code === 'required') return { field, code, message: missing ?? errors.characters };
  const message =
    code === 'too-long' ? fill(errors.tooLong, { count: max.toLocaleString('en') }) : errors.characters;
  return { field, code, message };
}

/** Is this a day of the calendar, written YYYY-MM-DD? */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const dayOrNull = (text = '') => (text === '' ? null : text);

export const isStatus = (text: string): text is ProjectStatus =>
  projectStatuses.some((status) => status === text);

const present = (problems: readonly Problem[]) => problems.filter((one) => one !== null);

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

export type MilestoneValues = {
  readonly title: string;
  readonly description: string;
  readonly dueOn: string | null;
};

export function checkMilestoneForm(entries: Entries): Checked<MilestoneValues> {
  const { title = '', description = '', dueOn = '' } = entries;
  const wrong = present([
    checkText(entries, 'title', { max: longest.name, missing: errors.title }),
    checkText(entries, 'description', { missing: null }),
    dueOn === '' || isDay(dueOn) ? null : problem('dueOn', errors.day),
  ]);
  if (wrong.length > 0) return { ok: false, errors: wrong };
  return { ok: true, values: { title, description, dueOn: dayOrNull(dueOn) } };
}
