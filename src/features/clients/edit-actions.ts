import { eq } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import words from '#content/desk-clients.yaml';
import { emailMessage } from '#src/features/accounts/people/name-and-email.ts';
import {
  fieldRefusal,
  refusal,
  teamAction,
  type Action,
  type FieldError,
  type PostContext,
} from '#src/features/accounts/access/action.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people, permissions } from '#src/features/accounts/people/person.table.ts';
import { senderOf } from '#src/features/accounts/security-log/security-log.ts';
import { checkFields, type Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest, requiredEmail } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { createClient, editPerson, renameClient } from './edit-client.ts';

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
  const [taken] = await db
    .select({ client: clients.name })
    .from(people)
    .leftJoin(clients, eq(clients.id, people.clientId))
    .where(eq(people.emailKey, emailKeyOf(email)));
  const { client = null } = taken ?? {};
  return fieldRefusal('email', client === null ? errors.team : fill(errors.known, { client }), 409);
}

const create = teamAction(async ({ services, person, entries }) => {
  const { client = '', name = '', email = '', may: permission = '', invite } = entries;
  const right = permissions.find((one) => one === permission);
  const noRight = right ? null : problem('may', errors.may);
  const wrong = present([checkClientName(entries), ...checkPerson(entries), noRight]);
  if (!right || wrong.length > 0) return wrongFields(wrong);
  const typed = { clientName: client.trim(), name: name.trim(), email, permission: right };
  const made = await createClient(services.db, services, person, { ...typed, isInvited: invite === 'yes' });
  if (!made.ok) return refuseTakenAddress(services.db, typed.email);
  const said = invite === 'yes' ? '?invited' : '';
  return { ok: true, next: `/desk/clients/${made.clientId}${said}` };
});

/** The actions of the page that creates a client. */
export const createActions = { create };

const rename = teamAction(async ({ services, person, entries, params }) => {
  const { id: clientId = '' } = params;
  const wrong = present([checkClientName(entries)]);
  if (wrong.length > 0) return wrongFields(wrong);
  const name = entries['client']?.trim() ?? '';
  const renamed = isUuid(clientId) && (await renameClient(services.db, services, person, { clientId, name }));
  return renamed && renamed.ok ? { ok: true, next: `/desk/clients/${clientId}/edit?saved` } : gone;
});

/** Returns the actions of the page that edits a client. */
export const editActionsOf = ({
  request,
  client,
}: Omit<PostContext, 'url'>): Readonly<Record<'rename' | 'edit-person', Action>> => ({
  rename,
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
