import { validate as isUuid } from 'uuid';
import words from '#content/desk-contacts.yaml';
import {
  fieldRefusal,
  isSure,
  question,
  refusal,
  teamAction,
  type FieldError,
  type TeamInput,
} from '#src/features/accounts/access/action.ts';
import { emailMessage } from '#src/features/accounts/people/name-and-email.ts';
import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest, requiredEmail } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import { checkText, present, wrongFields } from '#src/workspace/form-checks.ts';
import { checkDetails, detailsOf } from '../details/details.ts';
import { findAddressOwner } from '../edit-client.ts';
import {
  createContact,
  deleteContact,
  editContact,
  findContact,
  joinClient,
  makeClientOf,
  type ContactFields,
} from './contacts.ts';

const { contact: text, errors } = words;
const gone = refusal(404, errors.gone);

function checkEmail(entries: Entries): FieldError | null {
  if ((entries['email'] ?? '').trim() === '') return null;
  const [wrong] = checkFields({ email: requiredEmail }, entries);
  return wrong ? { ...wrong, message: emailMessage(wrong, errors.email) } : null;
}

const checkContact = (entries: Entries): FieldError[] => [
  ...present([
    checkText(entries, 'name', { max: longest.name, isLine: true, missing: errors.name }),
    checkText(entries, 'company', { max: longest.company, isLine: true, missing: null }),
    checkText(entries, 'role', { max: longest.name, isLine: true, missing: null }),
    checkEmail(entries),
  ]),
  ...checkDetails(entries),
];

const fieldsOf = (entries: Entries): ContactFields => {
  const { name = '', company = '', role = '', email = '' } = entries;
  const line = { name: name.trim(), company: company.trim(), role: role.trim(), email: email.trim() };
  return { ...line, ...detailsOf(entries) };
};

/** The action of the page that creates a contact. */
export const newContactActions = {
  create: teamAction(async ({ services, person, entries }) => {
    const wrong = checkContact(entries);
    if (wrong.length > 0) return wrongFields(wrong);
    const id = await createContact(services.db, services, person, fieldsOf(entries));
    return { ok: true, next: `/desk/contacts/${id}` };
  }),
};

/** The action of the page that edits a contact. */
export const editContactActions = {
  save: teamAction(async ({ services, person, entries, params }) => {
    const { id = '' } = params;
    const wrong = checkContact(entries);
    if (wrong.length > 0) return wrongFields(wrong);
    if (!isUuid(id)) return gone;
    const edited = { id, seen: entries['seen'] ?? '', ...fieldsOf(entries) };
    const outcome = await editContact(services.db, services, person, edited);
    if (outcome.ok) return { ok: true, next: `/desk/contacts/${id}?saved` };
    return outcome.reason === 'changed' ? refusal(409, errors.changed) : gone;
  }),
};

/** Returns the refusal of an address that belongs to someone else. */
async function refuseTaken(db: Db, contactId: string) {
  const contact = await findContact(db, contactId);
  const client = contact && (await findAddressOwner(db, contact.email));
  return refusal(409, client ? fill(errors.known, { client }) : errors.team);
}

async function remove({ services, person, entries, params }: TeamInput) {
  const { id = '' } = params;
  const contact = await findContact(services.db, id);
  if (!contact) return gone;
  if (!isSure(entries)) {
    const ask = { texts: [text.askDeleteText], yes: text.delete, isDanger: true };
    return question(fill(text.askDelete, { contact: contact.name }), ask);
  }
  const isDeleted = await deleteContact(services.db, services, person, id);
  return isDeleted ? ({ ok: true, next: '/desk/contacts?deleted' } as const) : gone;
}

/** The actions of a contact's page. */
export const contactActions = {
  delete: teamAction(remove),
  'make-client': teamAction(async ({ services, person, params }) => {
    const { id = '' } = params;
    if (!isUuid(id)) return gone;
    const made = await makeClientOf(services.db, services, person, id);
    if (made.ok) return { ok: true, next: `/desk/clients/${made.clientId}` };
    if (made.reason === 'no-address') return refusal(409, text.clientNoEmail);
    return made.reason === 'exists' ? refuseTaken(services.db, id) : gone;
  }),
  'join-client': teamAction(async ({ services, person, entries, params }) => {
    const { id = '' } = params;
    const { into: clientId = '' } = entries;
    if (!isUuid(id)) return gone;
    if (!isUuid(clientId)) return fieldRefusal('into', errors.choose);
    const joined = await joinClient(services.db, services, person, { id, clientId });
    if (joined.ok) return { ok: true, next: `/desk/clients/${clientId}` };
    if (joined.reason === 'too-many') return fieldRefusal('into', errors.tooMany, 409);
    return joined.reason === 'exists' ? refuseTaken(services.db, id) : gone;
  }),
};
