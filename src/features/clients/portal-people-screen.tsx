import portal from '#content/portal.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { InviteFields } from '#src/features/accounts/team/invite-fields.tsx';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { MayChoice } from './permission-choice.tsx';
import type { Colleague } from './invite-colleague.ts';
import styles from './people.module.css';

const { people: words } = portal;

function Act({
  colleague,
  action,
  label,
  permission,
  variant = 'secondary',
}: {
  readonly colleague: Colleague;
  readonly action: string;
  readonly label: string;
  readonly permission?: string;
  readonly variant?: 'secondary' | 'danger';
}) {
  const named = fill(words.of, { action: label, person: colleague.name });
  return (
    <PostButton
      action={`/portal/people?do=${action}`}
      fields={{ person: colleague.id, ...(permission === undefined ? {} : { may: permission }) }}
      label={label}
      name={named}
      variant={variant}
    />
  );
}

function Row({ colleague, viewer }: { readonly colleague: Colleague; readonly viewer: ClientPerson }) {
  const { id, name, email, permission, isPending } = colleague;
  const other = permission === 'approve' ? 'listen' : 'approve';
  return (
    <li className={styles.row}>
      <div>
        <h3 dir="auto">{name}</h3>
        <p className="small dim">
          <bdi>{email}</bdi>
        </p>
        <p className="small">
          {words.may[permission]}
          {isPending && <span className="dim">. {words.pending}</span>}
        </p>
      </div>
      {id === viewer.id && <p className="small dim">{words.you}</p>}
      {id !== viewer.id && viewer.permission === 'approve' && (
        <div className={styles.actions}>
          {isPending ? (
            <Act colleague={colleague} action="mail-again" label={words.mailAgain} />
          ) : (
            <Act colleague={colleague} action="change-may" permission={other} label={words.change[other]} />
          )}
          <Act colleague={colleague} action="remove" label={words.remove} variant="danger" />
        </div>
      )}
    </li>
  );
}

function Invite({ refused }: { readonly refused: RefusedAction | null }) {
  const { title, text, name, email, may, button } = words.invite;
  return (
    <Panel id="invite" title={title}>
      <form className={styles.form} method="post" action="/portal/people?do=invite">
        <p className="small dim">{text}</p>
        <InviteFields labels={{ name, email }} refused={refused} />
        <MayChoice legend={may} chosen={refused?.entries['may']} error={refused?.errors['may']} />
        <div>
          <Button type="submit" label={button} />
        </div>
      </form>
    </Panel>
  );
}

/** Renders a client's people and, for approvers, the controls to change their access and the invitation form. */
export function PortalPeopleScreen({
  colleagues,
  viewer,
  said,
  refused,
}: {
  readonly colleagues: readonly Colleague[];
  readonly viewer: ClientPerson;
  /** A message about the last action, if any. */
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  return (
    <>
      <DoneMessage said={said} refused={refused} />
      <RefusedMessage refused={refused} />
      <div className={styles.panels}>
        <div id="people-list" data-live>
          <Panel id="people" title={words.list}>
            <ul>
              {colleagues.map((colleague) => (
                <Row key={colleague.id} {...{ colleague, viewer }} />
              ))}
            </ul>
          </Panel>
        </div>
        {viewer.permission === 'approve' && (
          <Invite refused={refused?.action === 'invite' ? refused : null} />
        )}
      </div>
    </>
  );
}
