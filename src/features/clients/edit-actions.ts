import { validate as isUuid } from 'uuid';
import words from '#content/desk-clients.yaml';
import contactWords from '#content/desk-contacts.yaml';
import { emailMessage } from '#src/features/accounts/people/name-and-email.ts';
import {
  fieldRefusal,
  refusal,
  teamAction,
  type Action,
  type FieldError,
  type PostContext,
} from '#src/features/accounts/access/action.ts';
import { permissions } from '#src/features/accounts/people/person.table.ts';
import { senderOf } from '#src/features/accounts/security-log/security-log.ts';
import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest, requiredEmail } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { checkDetails, detailsOf } from './details/details.ts';
import { createClient, describePerson, editClient, editPerson, findAddressOwner } from './edit-client.ts';

const { errors } = words;
const gone = refusal(404, errors.gone);

/** Returns the error of a client's typed name; null if it is valid. */
const checkClientName = (entries: Entries): FieldError | null =>
  checkText(entries, 'client', { max: longest.company, isLine: true, missing: errors.client });

/** Returns the errors of a person's typed name and address; null for each valid one. */
function checkPerson(entries: Entries): (FieldError | null)[] {
  const [wrong] = checkFields({ email: requiredEmail }, entries);
  return [
    checkText(entries, 'name', { max: longest.name, isLine: true, missing: errors.person }),
    wrong ? { ...wrong, message: emailMessage(wrong, errors.email) } : null,
  ];
}

/** Returns the refusal of a taken address, which names its client or the team. */
async function refuseTakenAddress(db: Db, email: string) {
  const client = await findAddressOwner(db, email);
  return fieldRefusal('email', client === null ? errors.team : fill(errors.known, { client }), 409);
}

const create = teamAction(async ({ services, person, entries }) => {
  const { client = '', name = '', email = '', may: permission = '', invite } = entries;
  const right = permissions.find((one) => one === permission);
  const noRight = right ? null : problem('may', errors.may);
  const wrong = [
    ...present([checkClientName(entries), ...checkPerson(entries), noRight]),
    ...checkDetails(entries),
  ];
  if (!right || wrong.length > 0) return wrongFields(wrong);
  const typed = {
    clientName: client.trim(),
    name: name.trim(),
    email,
    permission: right,
    details: detailsOf(entries),
  };
  const made = await createClient(services.db, services, person, { ...typed, isInvited: invite === 'yes' });
  if (!made.ok) return refuseTakenAddress(services.db, typed.email);
  const said = invite === 'yes' ? '?invited' : '';
  return { ok: true, next: `/desk/clients/${made.clientId}${said}` };
});

/** The actions of the page that creates a client. */
export const createActions = { create };

const changed = refusal(409, contactWords.errors.changed);

const editDetails = teamAction(async ({ services, person, entries, params }) => {
  const { id: clientId = '' } = params;
  const wrong = [...present([checkClientName(entries)]), ...checkDetails(entries)];
  if (wrong.length > 0) return wrongFields(wrong);
  if (!isUuid(clientId)) return gone;
  const { client: name = '', seen = '' } = entries;
  const edited = { clientId, name: name.trim(), seen, ...detailsOf(entries) };
  const outcome = await editClient(services.db, services, person, edited);
  if (outcome.ok) return { ok: true, next: `/desk/clients/${clientId}/edit?saved` };
  return outcome.reason === 'changed' ? changed : gone;
});

const describe = teamAction(async ({ services, person: actor, entries, params }) => {
  const { id: clientId = '' } = params;
  const { person: personId = '', seen = '' } = entries;
  if (!isUuid(clientId) || !isUuid(personId)) return gone;
  const wrong = checkDetails(entries);
  if (wrong.length > 0) return wrongFields(wrong);
  const { phone, tags, notes } = detailsOf(entries);
  const described = { clientId, personId, seen, phone, tags, notes };
  const outcome = await describePerson(services.db, services, actor, described);
  if (outcome.ok) return { ok: true, next: `/desk/clients/${clientId}/edit?saved` };
  return outcome.reason === 'changed' ? changed : gone;
});

/** Returns the actions of the page that edits a client. */
export const editActionsOf = ({
  request,
  client,
}: Omit<PostContext, 'url'>): Readonly<
  Record<'edit-client' | 'describe-person' | 'edit-person', Action>
> => ({
  'edit-client': editDetails,
  'describe-person': describe,
  'edit-person': teamAction(async ({ services, person: actor, entries, params }) => {
    const { id: clientId = '' } = params;
    const { person: personId = '', name = '', email = '' } = entries;
    if (!isUuid(clientId) || !isUuid(personId)) return gone;
    const wrong = present(checkPerson(entries));
    if (wrong.length > 0) return wrongFields(wrong);
    const edit = { clientId, personId, name: name.trim(), email };
    const by = { actor, sender: senderOf(request, client) };
    const edited = await editPerson(services.db, services, by, edit);
    if (edited.ok) return { ok: true, next: `/desk/clients/${clientId}/edit?saved` };
    return edited.reason === 'exists' ? refuseTakenAddress(services.db, edit.email) : gone;
  }),
});
