import words from '#content/desk-clients.yaml';
import contactWords from '#content/desk-contacts.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { checkedInBrowser } from '#src/features/accounts/team/invite-fields.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Tick } from '#src/ui/choice.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { DetailFields } from './details/detail-fields.tsx';
import { clientVersionOf, personVersionOf } from './details/details.ts';
import type { EditedClient } from './edit-client.ts';
import styles from './client-form.module.css';
import { MayChoice } from './permission-choice.tsx';

const { edit: text, fields, list } = words;

const noDetails = { phone: '', address: '', tags: [], notes: '' } as const;

type Refused = { readonly refused: RefusedAction | null };

function ClientForm({ client, refused }: { readonly client: EditedClient } & Refused) {
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <form className={`${styles.form} ${styles.body}`} method="post" action="?do=edit-client" noValidate>
      <input type="hidden" name="seen" value={clientVersionOf(client)} />
      <TextField
        id="client"
        name="client"
        label={text.client}
        hint={text.clientHint}
        defaultValue={entries['client'] ?? client.name}
        error={errors['client']}
        dir="auto"
        autoComplete="off"
      />
      <DetailFields stored={client} refused={refused} usedTags={client.usedTags} />
      <div>
        <Button type="submit" label={text.save} />
      </div>
    </form>
  );
}

function PersonForm({
  person: { id, name, email },
  refused,
}: { readonly person: EditedClient['people'][number] } & Refused) {
  const { entries = {}, errors = {} } = refused ?? {};
  const label = fill(text.form, { person: name });
  return (
    <form
      className={`${styles.form} ${styles.body}`}
      method="post"
      action="?do=edit-person"
      aria-label={label}
    >
      <input type="hidden" name="person" value={id} />
      <TextField
        id={`name-${id}`}
        name="name"
        label={fields.person}
        defaultValue={entries['name'] ?? name}
        error={errors['name']}
        dir="auto"
        autoComplete="off"
        {...checkedInBrowser.name}
      />
      <TextField
        id={`email-${id}`}
        name="email"
        label={fields.email}
        hint={text.emailHint}
        defaultValue={entries['email'] ?? email}
        error={errors['email']}
        dir="auto"
        autoComplete="off"
        {...checkedInBrowser.email}
      />
      <div>
        <Button type="submit" label={text.save} aria-label={`${text.save}: ${name}`} />
      </div>
    </form>
  );
}

function PersonDetailsForm({
  person,
  usedTags,
  refused,
}: {
  readonly person: EditedClient['people'][number];
  readonly usedTags: readonly string[];
} & Refused) {
  const label = fill(contactWords.details.form, { person: person.name });
  return (
    <form
      className={`${styles.form} ${styles.body}`}
      method="post"
      action="?do=describe-person"
      aria-label={label}
      noValidate
    >
      <input type="hidden" name="person" value={person.id} />
      <input type="hidden" name="seen" value={personVersionOf(person)} />
      <DetailFields
        idEnd={`-${person.id}`}
        stored={{ phone: person.phone, tags: person.tags, notes: person.notes }}
        refused={refused}
        usedTags={usedTags}
      />
      <div>
        <Button
          type="submit"
          label={contactWords.details.save}
          aria-label={`${contactWords.details.save}: ${person.name}`}
          variant="secondary"
        />
      </div>
    </form>
  );
}

/** Renders the page that edits a client with its contact details, notes and tags, and its people. */
export function EditClientScreen({
  client,
  refused,
  isSaved,
}: {
  readonly client: EditedClient;
  /** True if something was just saved. */
  readonly isSaved: boolean;
} & Refused) {
  const refusedOf = (action: string, personId: string) =>
    refused?.action === action && refused.entries['person'] === personId ? refused : null;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={fill(text.title, { client: client.name })}
        back={{ href: `/desk/clients/${client.id}`, label: client.name }}
      />
      <div className={styles.said}>
        <RefusedMessage refused={refused} />
        {isSaved && !refused && (
          <Notice kind="success" role="status">
            {text.saved}
          </Notice>
        )}
      </div>
      <div className={styles.panels}>
        <Panel id="edit-client" title={list.name}>
          <ClientForm client={client} refused={refused?.action === 'edit-client' ? refused : null} />
        </Panel>
        {client.people.map((person) => (
          <Panel key={person.id} id={`person-${person.id}`} title={person.name}>
            <PersonForm person={person} refused={refusedOf('edit-person', person.id)} />
            <PersonDetailsForm
              person={person}
              usedTags={client.usedTags}
              refused={refusedOf('describe-person', person.id)}
            />
          </Panel>
        ))}
        {client.people.length === 0 && <p className="small dim">{text.noPeople}</p>}
      </div>
    </div>
  );
}

/** Renders the page that creates a client with their first person. */
export function NewClientScreen({
  refused,
  usedTags,
}: {
  readonly refused: RefusedAction | null;
  readonly usedTags: readonly string[];
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const of = (name: string) => ({ id: name, name, defaultValue: entries[name] ?? '', error: errors[name] });
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={words.new.title} back={{ href: '/desk/clients', label: list.title }} />
      <RefusedMessage refused={refused} className={styles.said} />
      <form
        className={styles.form}
        method="post"
        action="/desk/clients/new?do=create"
        aria-label={words.new.title}
        noValidate
      >
        <TextField {...of('client')} label={fields.client} dir="auto" autoComplete="off" />
        <h2 className="title-3">{words.new.person}</h2>
        <TextField {...of('name')} label={fields.person} dir="auto" autoComplete="off" />
        <TextField
          {...of('email')}
          type="email"
          label={fields.email}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
        />
        <MayChoice legend={fields.may} chosen={entries['may']} usual="approve" error={errors['may']} />
        <details
          className={styles.more}
          open={['phone', 'address', 'tags', 'notes'].some((name) => entries[name])}
        >
          <summary>{contactWords.details.title}</summary>
          <DetailFields stored={noDetails} refused={refused} usedTags={usedTags} />
        </details>
        <Tick
          name="invite"
          label={words.new.invite}
          hint={words.new.inviteHint}
          isChosen={refused ? entries['invite'] === 'yes' : false}
        />
        <div>
          <Button type="submit" label={words.new.submit} />
        </div>
      </form>
    </div>
  );
}
