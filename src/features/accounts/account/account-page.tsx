import words from '#content/accounts.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import type { ListedSession, Session } from '#src/features/accounts/sessions/session.ts';
import type { SecurityLogRow } from '../security-log/security-log.ts';
import { SecurityLogPanel } from '../security-log/security-log-panel.tsx';
import { PasskeyForm } from '#src/features/accounts/passkeys/passkey-form.tsx';
import type { ListedPasskey } from '#src/features/accounts/passkeys/passkeys.ts';
import { RefusedMessage } from '../access/action-notices.tsx';
import type { RefusedAction } from '../access/action.ts';
import { whenText } from '#src/studio/when-text.ts';
import styles from './account-page.module.css';
import { fill } from '#src/platform/fill.ts';

const { sessions: said, passkeys: keys } = words.account;

const at = (sentence: string, moment: Date) => fill(sentence, { when: whenText(moment) });

function SessionRow({ session, isHere }: { readonly session: ListedSession; readonly isHere: boolean }) {
  const device = deviceNameOf(session.userAgent);
  const named = fill(said.endNamed, { device, when: whenText(session.createdAt) });
  return (
    <li className={styles.row}>
      <div>
        <h3>{device}</h3>
        <p className="small dim">{at(said.since, session.createdAt)}</p>
        <p className="small dim">{at(said.seen, session.seenAt)}</p>
        {session.trustedUntil && (
          <p className={`small ${styles.trusted}`}>
            {at(said.trusted, session.trustedUntil)}
            <PostButton
              action="/account?do=end-trust"
              fields={{ id: session.id }}
              label={said.endTrust}
              name={fill(said.endTrustNamed, { device, when: whenText(session.createdAt) })}
            />
          </p>
        )}
      </div>
      {isHere ? (
        <StateMark shape="full" label={said.here} />
      ) : (
        <PostButton
          action="/account?do=end-session"
          fields={{ id: session.id }}
          label={said.end}
          name={named}
        />
      )}
    </li>
  );
}

function Sessions({ own, all }: { readonly own: Session; readonly all: readonly ListedSession[] }) {
  const { idle, longest } = said.lives[own.person.role];
  return (
    <Panel
      id="sessions"
      title={said.title}
      aside={all.length > 1 && <PostButton action="/account?do=end-others" label={said.endOthers} />}
    >
      <ul className={styles.rows}>
        {all.map((session) => (
          <SessionRow key={session.id} session={session} isHere={session.id === own.id} />
        ))}
      </ul>
      <p className={`small dim ${styles.note}`}>
        {fill(said.note, { idle, longest })}
        {all.some(({ trustedUntil }) => trustedUntil) && ` ${said.noteTrusted}`}
      </p>
    </Panel>
  );
}

function Passkeys({
  all,
  deviceName,
}: {
  readonly all: readonly ListedPasskey[];
  readonly deviceName: string;
}) {
  return (
    <Panel id="passkeys" title={keys.title}>
      <p className={`small dim ${styles.note}`}>{keys.note}</p>
      {all.length === 0 && <p className={styles.note}>{keys.none}</p>}
      <ul className={styles.rows}>
        {all.map(({ id, name, createdAt, usedAt }) => (
          <li key={id} className={styles.row}>
            <div>
              <h3>{name}</h3>
              <p className="small dim">{at(keys.added, createdAt)}</p>
              <p className="small dim">{usedAt ? at(keys.used, usedAt) : keys.unused}</p>
            </div>
            <PostButton
              action="/account?do=remove-passkey"
              fields={{ id }}
              label={keys.remove}
              variant="danger"
              name={fill(keys.removeNamed, { name })}
            />
          </li>
        ))}
      </ul>
      <div className={styles.note}>
        <PasskeyForm kind="add" label={keys.add} next="/account">
          <TextField
            id="passkey-name"
            name="name"
            label={keys.name}
            defaultValue={deviceName}
            maxLength={100}
            autoComplete="off"
          />
        </PasskeyForm>
      </div>
    </Panel>
  );
}

/** The account page: name, role, sessions, security log and, for the team, passkeys. */
export function AccountPage({
  session,
  sessions,
  passkeys,
  trail,
  deviceName,
  refused,
}: {
  readonly session: Session;
  readonly sessions: readonly ListedSession[];
  readonly passkeys: readonly ListedPasskey[];
  readonly trail: readonly SecurityLogRow[];
  /** The name suggested for a passkey that is added here. */
  readonly deviceName: string;
  readonly refused: RefusedAction | null;
}) {
  const { person } = session;
  const { title, email, role, roles } = words.account;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className="title-1">{title}</h1>
      <RefusedMessage refused={refused} />
      <p className={styles.name}>{person.name}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{email}</dt>
          <dd>{person.email}</dd>
        </div>
        <div>
          <dt>{role}</dt>
          <dd>{roles[person.role]}</dd>
        </div>
      </dl>
      {person.role === 'team' && (
        <p>
          <ArrowLink label={words.account.emails} href="/desk/emails" />
        </p>
      )}
      <div className={styles.panels}>
        <Sessions own={session} all={sessions} />
        {person.role === 'team' && <Passkeys all={passkeys} deviceName={deviceName} />}
      </div>
      <SecurityLogPanel trail={trail} className={styles.below} />
    </div>
  );
}
