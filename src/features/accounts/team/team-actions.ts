import { validate } from 'uuid';
import words from '#content/accounts.yaml';
import { resetPasskeys } from '#src/features/accounts/passkeys/passkeys.ts';
import {
  fieldRefusal,
  refusal,
  teamAction,
  type PersonInput,
  type Action,
  type ActionOutcome,
  type PostContext,
  doneMessages,
} from '../access/action.ts';
import { mostTrustedDays, setTrustedDays } from '#src/features/accounts/sessions/trusted-devices.ts';
import { fill } from '#src/platform/fill.ts';
import { senderOf } from '../security-log/security-log.ts';
import { nameAndEmailRefusal } from '../people/name-and-email.ts';
import { allowMoney, disableMember, enableMember, inviteMember, mailMember } from './team.ts';

type Named =
  | 'invite'
  | 'mail-again'
  | 'disable'
  | 'enable'
  | 'remove-passkeys'
  | 'allow-money'
  | 'forbid-money'
  | 'trust-days';

const { errors } = words.team;

const page = '/desk/team';
const { saying, doneMessageOf } = doneMessages(words.team.said);

/** Returns the success message named in the URL. */
export { doneMessageOf };

const gone = refusal(404, errors.gone);

/** Creates an action on the member whose id was posted. */
const onMember = (act: (input: PersonInput, id: string) => Promise<ActionOutcome>): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.entries;
    return validate(id) ? act(input, id) : gone;
  });

/** Creates the action that lets a member see money, or no longer. */
const moneyAction = ({ request, client }: Omit<PostContext, 'url'>, isAllowed: boolean): Action =>
  onMember(async ({ services: { db, clock }, person }, id) => {
    const by = { actor: person, sender: senderOf(request, client) };
    const changed = await allowMoney(db, clock.now(), by, { id, isAllowed });
    if (changed.ok) return saying(page, isAllowed ? 'moneyAllowed' : 'moneyForbidden');
    return changed.reason === 'oneself' ? refusal(409, errors['own-money']) : gone;
  });

/** Returns the actions of the team page, by name. */
export const teamActionsOf = ({ request, client }: Omit<PostContext, 'url'>): Record<Named, Action> => ({
  invite: teamAction(async ({ services, person, entries }) => {
    const wrong = nameAndEmailRefusal(entries, errors);
    if (wrong) return wrong;
    const { db, clock, jobs } = services;
    const { name = '', email = '' } = entries;
    const inviting = { now: clock.now(), jobs, actor: person };
    const invited = await inviteMember(db, inviting, { name, email });
    if (invited.ok) return saying(page, 'invited');
    const refused = { field: 'email', code: 'option', message: errors.exists } as const;
    return { ok: false, status: 409, error: errors.exists, errors: [refused] };
  }),
  'mail-again': onMember(async ({ services: { db, clock, jobs } }, id) =>
    (await mailMember(db, { jobs, now: clock.now() }, id)) ? saying(page, 'mailed') : gone,
  ),
  disable: onMember(async ({ services: { db, clock }, person }, id) => {
    const disabled = await disableMember(db, clock.now(), person, id);
    if (disabled.ok) return saying(page, 'disabled');
    if (disabled.reason === 'not-found') return gone;
    return refusal(409, errors[disabled.reason]);
  }),
  enable: onMember(async ({ services: { db, clock }, person }, id) =>
    (await enableMember(db, clock.now(), person, id)) ? saying(page, 'enabled') : gone,
  ),
  'trust-days': teamAction(async ({ services: { db, clock }, person, entries }) => {
    const typed = (entries['days'] ?? '').trim();
    const days = /^\d{1,2}$/.test(typed) ? Number(typed) : Infinity;
    if (days > mostTrustedDays) {
      return fieldRefusal('days', fill(errors.trustedDays, { most: String(mostTrustedDays) }));
    }
    await setTrustedDays(db, clock.now(), person, days);
    return saying(page, 'trustSaved');
  }),
  'allow-money': moneyAction({ request, client }, true),
  'forbid-money': moneyAction({ request, client }, false),
  'remove-passkeys': onMember(async ({ services: { db, clock }, person }, id) => {
    if (id === person.id) return gone;
    const isReset = await db.transaction((tx) =>
      resetPasskeys(tx, clock.now(), person, { personId: id, sender: senderOf(request, client) }),
    );
    return isReset ? saying(page, 'reset') : gone;
  }),
});
