import words from '#content/desk.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Action, ActionInput, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { requiredText } from '#src/platform/field.schema.ts';

const { errors } = words.lead;

type Refusal = Extract<ActionOutcome, { ok: false }>;

/** An action of the desk that was not done, and why. */
export const deskRefusal = (status: Refusal['status'], error: string): Refusal => ({
  ok: false,
  status,
  error,
});

/** The member of the team who does this. */
export function teamOf({ session }: ActionInput): Person {
  if (!session) throw new Error('The policy lets only the team through');
  return session.person;
}

/** What is wrong with a text, or null; `blank` is what one without words is told. */
export function textProblem(content: string, max: number, blank: string): Refusal | null {
  const [problem] = checkFields({ content: requiredText(max) }, { content });
  if (!problem) return null;
  if (problem.code === 'too-long') return deskRefusal(422, errors.tooLong.replace('{max}', String(max)));
  return deskRefusal(422, problem.code === 'characters' ? errors.characters : blank);
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
