import { validate } from 'uuid';
import words from '#content/accounts.yaml';
import { checkFields } from '#src/platform/check-fields.ts';
import { longest, requiredEmail, requiredText } from '#src/platform/field.schema.ts';
import { resetPasskeys } from '#src/features/accounts/passkeys/passkeys.ts';
import type { Action, ActionInput, ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import { disableMember, enableMember, inviteMember, mailMember } from './team.ts';

const inviteFields = { name: requiredText(longest.name), email: requiredEmail };

type Named = 'invite' | 'mail-again' | 'disable' | 'enable' | 'remove-passkeys';
type Said = keyof typeof words.team.said;

const { errors } = words.team;

const saying = (said: Said): ActionOutcome => ({ ok: true, next: `/desk/team?said=${said}` });
const gone: ActionOutcome = { ok: false, status: 404, error: errors.gone };

/** Of one member, named by the posted id. */
const ofMember =
  (
    act: (input: ActionInput, actor: { id: string; name: string }, id: string) => Promise<ActionOutcome>,
  ): Action =>
  async (input) => {
    const { id = '' } = input.entries;
    return input.session && validate(id) ? act(input, input.session.person, id) : gone;
  };

/** What the team can do about the team, by name. */
export const teamActions: Record<Named, Action> = {
  invite: async ({ services, session, entries }) => {
    if (!session) return gone;
    const problems = checkFields(inviteFields, entries);
    if (problems.length > 0) {
      const named = problems.map(({ field, code }) => ({
        field,
        code,
        message: errors[field as 'name' | 'email'],
      }));
      return { ok: false, status: 422, error: named[0]?.message ?? '', errors: named };
    }
    const { db, clock, jobs } = services;
    const { name = '', email = '' } = entries;
    const inviting = { now: clock.now(), jobs, actor: session.person };
    const invited = await inviteMember(db, inviting, { name, email });
    if (invited.ok) return saying('invited');
    const refused = { field: 'email', code: 'option', message: errors.exists } as const;
    return { ok: false, status: 409, error: errors.exists, errors: [refused] };
  },
  'mail-again': ofMember(async ({ services: { db, jobs } }, _actor, id) =>
    (await mailMember(db, { jobs }, id)) ? saying('mailed') : gone,
  ),
  disable: ofMember(async ({ services: { db, clock } }, actor, id) => {
    const disabled = await disableMember(db, clock.now(), actor, id);
    if (disabled.ok) return saying('disabled');
    if (disabled.reason === 'not-found') return gone;
    return { ok: false, status: 409, error: errors[disabled.reason] };
  }),
  enable: ofMember(async ({ services: { db, clock } }, actor, id) =>
    (await enableMember(db, clock.now(), actor, id)) ? saying('enabled') : gone,
  ),
  'remove-passkeys': ofMember(async ({ services: { db, clock } }, actor, id) => {
    if (id === actor.id) return gone;
    const isReset = await db.transaction((tx) => resetPasskeys(tx, clock.now(), actor, id));
    return isReset ? saying('reset') : gone;
  }),
};

/** The sentence that an address asks for after something was done; undefined for none of ours. */
export const saidOf = (said: string | null): string | undefined =>
  said !== null && Object.hasOwn(words.team.said, said) ? words.team.said[said as Said] : undefined;
