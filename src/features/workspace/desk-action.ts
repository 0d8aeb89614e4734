import words from '#content/desk-projects.yaml';
import type {
  Action,
  ActionInput,
  ActionOutcome,
  FieldError,
} from '#src/features/accounts/access/take-action.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';

export type TeamInput = ActionInput & { readonly team: Person };

/** An action of a member of the team; the policy has let nobody else through. */
export const teamAction =
  (act: (input: TeamInput) => Promise<ActionOutcome>): Action =>
  (input) => {
    if (input.session?.person.role !== 'team') throw new Error('The policy lets only the team through');
    return act({ ...input, team: input.session.person });
  };

export const refusal = (status: 404 | 409 | 422, error: string): ActionOutcome => ({
  ok: false,
  status,
  error,
});

/** The answer to a form whose fields are wrong. */
export const wrongFields = (errors: readonly FieldError[]): ActionOutcome => ({
  ok: false,
  status: 422,
  error: words.errors.summary,
  errors,
});
