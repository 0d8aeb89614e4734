import { validate } from 'uuid';
import words from '#content/accounts.yaml';
import { checkFields } from '#src/platform/check-fields.ts';
import { longest, requiredEmail, requiredText } from '#src/platform/field.schema.ts';
import { resetPasskeys } from '#src/features/accounts/passkeys/passkeys.ts';
import { refusal, teamAction, type PersonInput } from '#src/features/accounts/access/person-action.ts';
import { senderOf } from '#src/features/accounts/trail/record-trail.ts';
import type { Action, ActionOutcome, PostContext } from '#src/features/accounts/access/take-action.ts';
import { disableMember, enableMember, inviteMember, mailMember } from './team.ts';

const inviteFields = { name: requiredText(longest.name), email: requiredEmail };

type Named = 'invite' | 'mail-again' | 'disable' | 'enable' | 'remove-passkeys';
type Said = keyof typeof words.team.said;

const { errors } = words.team;

const saying = (said: Said): ActionOutcome => ({ ok: true, next: `/desk/team?said=${said}` });
const gone = refusal(404, errors.gone);

/** An action on the member whose id was posted. */
const onMember = (act: (input: PersonInput, id: string) => Promise<ActionOutcome>): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.entries;
    return validate(id) ? act(input, id) : gone;
  });

/** What the team can do about the team, by name. */
export const teamActionsOf = ({ request, client }: Omit<PostContext, 'url'>): Record<Named, Action> => ({
  invite: teamAction(async ({ services, person, entries }) => {
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
    const inviting = { now: clock.now(), jobs, actor: person };
    const invited = await inviteMember(db, inviting, { name, email });
    if (invited.ok) return saying('invited');
    const refused = { field: 'email', code: 'option', message: errors.exists } as const;
    return { ok: false, status: 409, error: errors.exists, errors: [refused] };
  }),
  'mail-again': onMember(async ({ services: { db, clock, jobs } }, id) =>
    (await mailMember(db, { jobs, now: clock.now() }, id)) ? saying('mailed') : gone,
  ),
  disable: onMember(async ({ services: { db, clock }, person }, id) => {
    const disabled = await disableMember(db, clock.now(), person, id);
    if (disabled.ok) return saying('disabled');
    if (disabled.reason === 'not-found') return gone;
    return refusal(409, errors[disabled.reason]);
  }),
  enable: onMember(async ({ services: { db, clock }, person }, id) =>
    (await enableMember(db, clock.now(), person, id)) ? saying('enabled') : gone,
  ),
  'remove-passkeys': onMember(async ({ services: { db, clock }, person }, id) => {
    if (id === person.id) return gone;
    const isReset = await db.transaction((tx) =>
      resetPasskeys(tx, clock.now(), person, { personId: id, sender: senderOf(request, client) }),
    );
    return isReset ? saying('reset') : gone;
  }),
});

/** The sentence about what was just done, by its name in the address; undefined for a name that is none of ours. */
export const doneTextOf = (said: string | null): string | undefined =>
  said !== null && Object.hasOwn(words.team.said, said) ? words.team.said[said as Said] : undefined;
