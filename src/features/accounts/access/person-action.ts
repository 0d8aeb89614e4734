import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Action, ActionInput, ActionOutcome } from './take-action.ts';

export type PersonInput = ActionInput & {
  /** Whoever does it. */
  readonly person: Person;
};

/** Makes actions of people with these roles. The access policy lets nobody else through: it throws if it did. */
const actionOf =
  (...roles: readonly Person['role'][]) =>
  (act: (input: PersonInput) => Promise<ActionOutcome>): Action =>
  (input) => {
    const person = input.session?.person;
    if (!person || !roles.includes(person.role))
      throw new Error(`The access policy lets only ${roles.join(' and ')} through`);
    return act({ ...input, person });
  };

export const clientAction = actionOf('client');
export const teamAction = actionOf('team');
/** An action of whoever is signed in, client or team. */
export const personAction = actionOf('client', 'team');

type Refusal = Extract<ActionOutcome, { ok: false }>;

/** A form in which this one field is wrong. */
export const fieldRefusal = (field: string, message: string, status: Refusal['status'] = 422): Refusal => ({
  ok: false,
  status,
  error: message,
  errors: [{ field, code: 'option', message }],
});

/** An action that was not done, and why. */
export const refusal = (status: Refusal['status'], error: string): Refusal => ({ ok: false, status, error });
