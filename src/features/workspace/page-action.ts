import words from '#content/desk.yaml';
import { refusal } from '#src/features/accounts/access/person-action.ts';
import type { Action, ActionInput, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { requiredText } from '#src/platform/field.schema.ts';

const { errors } = words.lead;

/** What is wrong with a text, or null; `blank` is what one without words is told. */
export function textProblem(content: string, max: number, blank: string): ActionOutcome | null {
  const [problem] = checkFields({ content: requiredText(max) }, { content });
  if (!problem) return null;
  if (problem.code === 'too-long') return refusal(422, errors.tooLong.replace('{max}', String(max)));
  return refusal(422, problem.code === 'characters' ? errors.characters : blank);
}

/** Where a form of the page posts one of its actions to. */
export type PostTo = (action: string) => string;

/** The addresses of a page's actions that keep its query (with its question mark, or empty). */
export const postToWith =
  (query: string): PostTo =>
  (action) =>
    `?do=${action}${query.replace('?', '&')}`;

/** The same actions, after which the page is shown again under the address it was read at. */
export const returningTo = (
  href: string,
  actions: Readonly<Record<string, Action>>,
): Readonly<Record<string, Action>> =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      name,
      async (input: ActionInput) => {
        const outcome = await action(input);
        return outcome.ok ? { next: href, ...outcome } : outcome;
      },
    ]),
  );
