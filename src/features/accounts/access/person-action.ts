import type { ClientPerson, Member, Person } from '#src/features/accounts/sessions/session.ts';
import type { Action, ActionInput, ActionOutcome, Question } from './take-action.ts';

export type PersonInput<Who extends Person = Person> = ActionInput & {
  /** The person who does it. */
  readonly person: Who;
};

type OfRole<Role extends Person['role']> = Extract<Person, { readonly role: Role }>;

/** Makes actions of people with these roles. Throws for anybody else, whom the access policy must have refused before. */
const actionOf =
  <Role extends Person['role']>(...roles: readonly Role[]) =>
  (act: (input: PersonInput<OfRole<Role>>) => Promise<ActionOutcome>): Action =>
  (input) => {
    const person = input.session?.person;
    const isOne = (one: Person | undefined): one is OfRole<Role> => roles.some((role) => role === one?.role);
    if (!isOne(person)) throw new Error(`The access policy lets only ${roles.join(' and ')} through`);
    return act({ ...input, person });
  };

export const clientAction = actionOf('client');
export const teamAction = actionOf('team');
/** An action of any signed-in person, client or team. */
export const personAction = actionOf('client', 'team');

export type ClientInput = PersonInput<ClientPerson>;
export type TeamInput = PersonInput<Member>;

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

/** A question before the action is done; its answer posts the same form again with `sure`. */
export const question = (title: string, ask: Question): Refusal => ({
  ok: false,
  status: 409,
  error: title,
  ask,
});

/** Was the question before the action answered with yes? */
export const isSure = ({ sure }: ActionInput['entries']) => sure === 'yes';
