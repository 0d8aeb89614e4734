import { validate as isUuid } from 'uuid';
import type { PersonKey } from '#src/features/accounts/people/clients.ts';
import portal from '#content/portal.yaml';
import {
  doneMessages,
  clientAction,
  fieldRefusal,
  refusal,
  type ClientInput,
  type Action,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { nameAndEmailRefusal } from '#src/features/accounts/people/name-and-email.ts';
import { dayMs } from '#src/platform/durations.ts';
import { changeMay, endAccess, mailPerson, rightOf } from './client-people.ts';
import { inviteColleague, listColleagues, withdrawInvitation } from './invite-colleague.ts';

const { errors, said } = portal.people;

/**
 * Maximum invitations per client and day, repeats included: enough for a large production, too few to probe addresses
 * or flood a mailbox.
 */
const mostADay = { name: 'portal invitations', limit: 20, windowMs: dayMs };

const mayMail = async ({ services, person }: ClientInput): Promise<boolean> =>
  (await services.rateLimiter.hit(services.db, [{ ...mostADay, subject: person.clientId }])).ok;

type Said = keyof typeof said;

const page = '/portal/people';
const { saying, doneMessageOf } = doneMessages(said);

/** Returns the message about the last action, by its name in the address. */
export { doneMessageOf };

/** Returns an action on the posted person of one's own client. */
const onColleague = (act: (input: ClientInput, key: PersonKey) => Promise<boolean>, done: Said): Action =>
  clientAction(async (input) => {
    const { person: personId = '' } = input.entries;
    const key = { clientId: input.person.clientId, personId };
    return isUuid(personId) && (await act(input, key)) ? saying(page, done) : refusal(404, errors.gone);
  });

async function invite(input: ClientInput): Promise<ActionOutcome> {
  const { services, person, entries } = input;
  const wrong = nameAndEmailRefusal(entries, errors);
  if (wrong) return wrong;
  const permission = rightOf(entries['may']);
  if (!permission) return fieldRefusal('may', errors.may);
  const { name = '', email = '' } = entries;
  const { clientId } = person;
  if (!(await mayMail(input))) return refusal(429, errors.tooOften);
  const invited = await inviteColleague(services.db, services, person, { clientId, name, email, permission });
  if (invited.ok) return saying(page, 'invited');
  if (invited.reason === 'exists') return fieldRefusal('email', errors.exists, 409);
  return refusal(
    invited.reason === 'too-many' ? 409 : 404,
    invited.reason === 'too-many' ? errors.tooMany : errors.gone,
  );
}

const mailAgain = onColleague(async ({ services, person }, key) => {
  if (await mailPerson(services.db, services, person, key)) return true;
  // The response is the same if the address belongs to another person.
  const all = await listColleagues(services.db, key.clientId);
  return all.some(({ id, isPending }) => id === key.personId && isPending);
}, 'mailed');

/** The actions on colleagues, for a client's approver. */
export const portalPeopleActions: Readonly<Record<string, Action>> = {
  invite: clientAction(invite),
  'mail-again': clientAction(async (input) =>
    (await mayMail(input)) ? mailAgain(input) : refusal(429, errors.tooOften),
  ),
  'change-may': onColleague(async ({ services, person, entries }, key) => {
    const permission = rightOf(entries['may']);
    const all = await listColleagues(services.db, key.clientId);
    const isThere = all.some(({ id, isPending }) => id === key.personId && !isPending);
    return isThere && permission !== null && changeMay(services.db, services, person, { ...key, permission });
  }, 'changed'),
  remove: onColleague(
    async ({ services, person }, key) =>
      (await endAccess(services.db, services, person, key)) ||
      (await withdrawInvitation(services.db, services, person, key)),
    'removed',
  ),
};
