import type { Action, ActionInput } from '#src/features/accounts/access/action.ts';
import portal from '#content/portal.yaml';

/** The messages for scripts about a response that is not from this server. */
export const answerMessages = { noAnswer: portal.answers.none, answered: portal.answers.status };

export type AnswerMessages = typeof answerMessages;

/** Returns the address that a form of the page posts an action to. */
export type PostTo = (action: string) => string;

/** The addresses of a page's actions that keep its query (with its question mark, or empty). */
export const postToWith =
  (query: string): PostTo =>
  (action) =>
    `?do=${action}${query.replace('?', '&')}`;

/** Makes each action return to `href`, the URL of the page. */
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
