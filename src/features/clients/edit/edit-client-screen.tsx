import words from '#content/desk-clients.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import { checkedInBrowser } from '#src/features/accounts/team/invite-fields.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import styles from './client-form.module.css';
import type { EditedClient } from './find-edited.ts';

const { edit: text, fields, list } = words;

type Refused = { readonly refused: RefusedAction | null };

function NameForm({ client, refused }: { readonly client: EditedClient } & Refused) {
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <form className={`${styles.form} ${styles.body}`} method="post" action="?do=rename" noValidate>
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

/** The page that corrects the name of a client, and the names and addresses of its people. */
export function EditClientScreen({
  client,
  refused,
  isSaved,
}: {
  readonly client: EditedClient;
  /** Something was saved just now. */
  readonly isSaved: boolean;
} & Refused) {
  const refusedPerson = refused?.action === 'edit-person' ? refused.entries['person'] : undefined;
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={fill(text.title, { client: client.name })}
        back={{ href: `/desk/clients/${client.id}`, label: client.name }}
      />
      <div className={styles.said}>
        <RefusedNotice refused={refused} />
        {isSaved && !refused && (
          <Notice kind="success" role="status">
            {text.saved}
          </Notice>
        )}
      </div>
      <div className={styles.panels}>
        <Panel id="edit-client" title={list.name}>
          <NameForm client={client} refused={refused?.action === 'rename' ? refused : null} />
        </Panel>
        {client.people.map((person) => (
          <Panel key={person.id} id={`person-${person.id}`} title={person.name}>
            <PersonForm person={person} refused={refusedPerson === person.id ? refused : null} />
          </Panel>
        ))}
        {client.people.length === 0 && <p className="small dim">{text.noPeople}</p>}
      </div>
    </div>
  );
}
