import words from '#content/desk.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { InviteFields } from '#src/features/accounts/team/invite-fields.tsx';
import { DeskTime } from '#src/workspace/desk-time.tsx';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import type { PostTo } from '#src/workspace/page-action.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from './client-screen.module.css';
import { PhoneLink, Tags } from './details/details-panel.tsx';
import type { ClientDetails } from './find-client.ts';
import { MayChoice } from './permission-choice.tsx';

const { client: text, lead: leadText } = words;

type ListedPerson = ClientDetails['people'][number];

type Seen = { readonly now: Date; readonly refused: RefusedAction | null; readonly postTo: PostTo };

function Act({
  action,
  label,
  person,
  permission,
  postTo,
}: Pick<Seen, 'postTo'> & {
  readonly action: string;
  readonly label: string;
  readonly person: ListedPerson;
  readonly permission?: string;
}) {
  const named = fill(text.of, { action: label, person: person.name });
  return (
    <PostButton
      action={postTo(action)}
      fields={{ person: person.id, ...(permission === undefined ? {} : { may: permission }) }}
      label={label}
      name={named}
    />
  );
}

/** Renders the form that erases one of several people, which asks for their address. */
function EraseOne({ person, refused, postTo }: Omit<Seen, 'now'> & { readonly person: ListedPerson }) {
  const field = `email-${person.id}`;
  const mine = refused?.action === 'erase-person' && refused.entries['person'] === person.id ? refused : null;
  const error = mine?.errors[field];
  const label = fill(leadText.data.eraseLabel, { email: person.email });
  const named = fill(text.erasePerson, { person: person.name });
  return (
    <details className={styles.more} open={error !== undefined || undefined}>
      <summary>{named}</summary>
      <form className={styles.erase} method="post" action={postTo('erase-person')} noValidate>
        <input type="hidden" name="person" value={person.id} />
        <p className="small">{text.erasePersonHint}</p>
        <TextField
          id={field}
          name="email"
          label={label}
          defaultValue={mine?.entries['email']}
          error={error}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
        <Button type="submit" label={named} variant="danger" size="small" />
      </form>
    </details>
  );
}

/** Renders one person of a client: permission, sign-in state and the team's actions. */
function PersonRow({
  person,
  isOnly,
  now,
  ...rest
}: Seen & { readonly person: ListedPerson; readonly isOnly: boolean }) {
  const { name, email, phone, tags, notes, disabledAt, sessionCount } = person;
  const permission = person.permission ?? 'listen';
  const other = permission === 'approve' ? 'listen' : 'approve';
  const { none, one, some } = text.sessions;
  const open = sessionCount === 0 ? none : sessionCount === 1 ? one : some;
  const shared = { person, postTo: rest.postTo };
  return (
    <li className={styles.person}>
      <p className="small">
        <bdi>{name}</bdi>, <bdi>{email}</bdi>
        {phone !== '' && (
          <>
            , <PhoneLink phone={phone} />
          </>
        )}
      </p>
      <Tags tags={tags} listPath="/desk/clients" />
      {notes !== '' && (
        <p className={`small dim ${styles.notes}`} dir="auto">
          {notes}
        </p>
      )}
      <p className="small num">
        {text.may[permission]}.{' '}
        {disabledAt ? (
          <FormattedText
            template={text.disabledSince}
            values={{ time: <DeskTime at={disabledAt} now={now} /> }}
          />
        ) : (
          fill(open, { count: String(sessionCount) })
        )}
      </p>
      <div className={styles.row}>
        {disabledAt ? (
          <Act action="enable" label={text.enable} {...shared} />
        ) : (
          <>
            <Act action="invite" label={text.invite} {...shared} />
            <Act action="change-may" label={text.change[other]} permission={other} {...shared} />
            <Act action="disable" label={text.disable} {...shared} />
          </>
        )}
      </div>
      {!isOnly && <EraseOne person={person} {...rest} />}
    </li>
  );
}

function Add({ refused, postTo }: Omit<Seen, 'now'>) {
  const { add } = text;
  const mine = refused?.action === 'add' ? refused : null;
  return (
    <details className={styles.more} open={mine !== null || undefined}>
      <summary>{add.title}</summary>
      <form className={styles.erase} method="post" action={postTo('add')}>
        <InviteFields labels={add} refused={mine} />
        <MayChoice legend={add.may} chosen={mine?.entries['may']} error={mine?.errors['may']} />
        <Button type="submit" label={add.button} variant="secondary" size="small" />
      </form>
    </details>
  );
}

/** Renders a client's people and the form that invites another. */
export function ClientPeoplePanel({ people, ...seen }: Seen & { readonly people: readonly ListedPerson[] }) {
  const { refused } = seen;
  return (
    <Panel id="access" title={text.access}>
      <div className={styles.body} id="client-access">
        <ul
          className={styles.people}
          id="client-people"
          data-live={refused?.action === 'erase-person' ? undefined : ''}
        >
          {people.map((person) => (
            <PersonRow key={person.id} person={person} isOnly={people.length === 1} {...seen} />
          ))}
        </ul>
        <p className="small dim">{text.disableHint}</p>
        <Add {...seen} />
      </div>
    </Panel>
  );
}
