import words from '#content/desk-contacts.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import form from '../client-form.module.css';
import { DetailFields } from '../details/detail-fields.tsx';
import { contactVersionOf, type ContactFields } from './contacts.ts';
import type { Contact } from './list-contacts.ts';

const { contact: text, list } = words;

const nothing: ContactFields = {
  name: '',
  company: '',
  role: '',
  email: '',
  phone: '',
  address: '',
  tags: [],
  notes: '',
};

/** Renders the page that creates a contact, or edits the given one. */
export function ContactFormScreen({
  contact,
  refused,
  usedTags,
}: {
  /** Null for a new one. */
  readonly contact: Contact | null;
  readonly refused: RefusedAction | null;
  readonly usedTags: readonly string[];
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const stored = contact ?? nothing;
  const of = (name: 'name' | 'company' | 'role' | 'email') => ({
    id: name,
    name,
    label: text[name],
    defaultValue: entries[name] ?? stored[name],
    error: errors[name],
    dir: 'auto' as const,
    autoComplete: 'off',
  });
  const title = contact ? fill(text.edit, { contact: contact.name }) : text.new;
  const back = contact
    ? { href: `/desk/contacts/${contact.id}`, label: contact.name }
    : { href: '/desk/contacts', label: list.title };
  return (
    <div className={`wrap ${form.screen}`}>
      <DeskTitle title={title} back={back} />
      <RefusedMessage refused={refused} className={form.said} />
      <form
        className={form.form}
        method="post"
        action={contact ? '?do=save' : '/desk/contacts/new?do=create'}
        aria-label={title}
        noValidate
      >
        {contact && <input type="hidden" name="seen" value={contactVersionOf(contact)} />}
        <TextField {...of('name')} />
        <TextField {...of('company')} />
        <TextField {...of('role')} hint={text.roleHint} />
        <TextField {...of('email')} inputMode="email" spellCheck={false} />
        <DetailFields stored={stored} refused={refused} usedTags={usedTags} />
        <div>
          <Button type="submit" label={contact ? text.save : text.create} />
        </div>
      </form>
    </div>
  );
}
