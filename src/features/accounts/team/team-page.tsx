import words from '#content/accounts.yaml';
import { mostTrustedDays } from '#src/features/accounts/sessions/trusted-devices.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from '#src/features/accounts/account/account-page.module.css';
import { InviteFields } from './invite-fields.tsx';
import type { TeamActivityEntry, Member } from './team.ts';
import { DoneMessage, RefusedMessage } from '../access/action-notices.tsx';
import type { RefusedAction } from '../access/action.ts';
import { whenText } from '#src/studio/when-text.ts';
import { fill } from '#src/platform/fill.ts';
import { version } from '#src/platform/version.ts';

const { team } = words;

function Act({
  member,
  action,
  label,
}: {
  readonly member: Member;
  readonly action: string;
  readonly label: string;
}) {
  const named = fill(team.of, { action: label, person: member.name });
  return (
    <PostButton action={`/desk/team?do=${action}`} fields={{ id: member.id }} label={label} name={named} />
  );
}

function Actions({ member, givesMoney }: { readonly member: Member; readonly givesMoney: boolean }) {
  if (!member.isActive) return <Act member={member} action="enable" label={team.enable} />;
  const money = member.canSeeMoney
    ? ({ action: 'forbid-money', label: team.forbidMoney } as const)
    : ({ action: 'allow-money', label: team.allowMoney } as const);
  return (
    <div className={styles.actions}>
      <Act member={member} action="mail-again" label={team.mailAgain} />
      {member.passkeys > 0 && <Act member={member} action="remove-passkeys" label={team.reset} />}
      {givesMoney && <Act member={member} {...money} />}
      <Act member={member} action="disable" label={team.disable} />
    </div>
  );
}

function MemberRow({
  member,
  isSelf,
  givesMoney,
}: {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly givesMoney: boolean;
}) {
  const { name, email, isActive, canSeeMoney, passkeys, seenAt } = member;
  return (
    <li className={styles.row}>
      <div>
        <h3>{name}</h3>
        <p className="small dim">{email}</p>
        <p className={`small ${styles.mark}`}>
          <StateMark shape={isActive ? 'full' : 'empty'} label={isActive ? team.active : team.disabled} />
          <span className="dim">{canSeeMoney ? team.money : team.noMoney}</span>
          <span className="dim">
            {passkeys > 0 ? fill(team.passkeys, { count: String(passkeys) }) : team.noPasskey}
          </span>
          <span className="dim">{seenAt ? fill(team.seen, { when: whenText(seenAt) }) : team.unseen}</span>
        </p>
      </div>
      {isSelf ? <p className="small dim">{team.you}</p> : <Actions member={member} givesMoney={givesMoney} />}
    </li>
  );
}

function Invite({ refused }: { readonly refused: RefusedAction | null }) {
  const { title, text, name, email, button } = team.invite;
  return (
    <Panel id="invite" title={title}>
      <form className={`${styles.note} ${styles.form}`} method="post" action="/desk/team?do=invite">
        <p className="small dim">{text}</p>
        <InviteFields labels={{ name, email }} refused={refused} />
        <Button type="submit" label={button} />
      </form>
    </Panel>
  );
}

function TrustSetting({ days, refused }: { readonly days: number; readonly refused: RefusedAction | null }) {
  const { title, days: label, hint, button } = team.trust;
  return (
    <Panel id="trusted-devices" title={title}>
      <form
        className={`${styles.note} ${styles.form}`}
        method="post"
        action="/desk/team?do=trust-days"
        noValidate
      >
        <TextField
          id="trusted-days"
          name="days"
          label={label}
          hint={fill(hint, { most: String(mostTrustedDays) })}
          defaultValue={refused?.entries['days'] ?? String(days)}
          error={refused?.errors['days']}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" label={button} variant="secondary" />
      </form>
    </Panel>
  );
}

function sentenceOf({ kind, actorName, details }: TeamActivityEntry): string {
  const { deeds } = team;
  const sentence = Object.hasOwn(deeds, kind) ? deeds[kind as keyof typeof deeds] : kind;
  const values: Readonly<Record<string, string>> = { ...details, actor: actorName };
  return fill(sentence, values, '');
}

/** The activity of the team. */
function TeamActivity({ all }: { readonly all: readonly TeamActivityEntry[] }) {
  if (all.length === 0) return null;
  return (
    <Panel id="team-activity" title={team.done} className={styles.below}>
      <ul className={styles.rows}>
        {all.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <p>{sentenceOf(entry)}</p>
            <p className="small dim">
              <time dateTime={entry.at.toISOString()}>{whenText(entry.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The team page: its members, the form to invite another, and its activity. */
export function TeamPage({
  members,
  activity,
  ownId,
  givesMoney,
  trustedDays,
  said,
  refused,
}: {
  readonly members: readonly Member[];
  readonly activity: readonly TeamActivityEntry[];
  readonly ownId: string;
  /** True if the viewer may let others see money. */
  readonly givesMoney: boolean;
  /** For how many days a device can be trusted. */
  readonly trustedDays: number;
  /** The success message of the last action. */
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className="title-1">{team.title}</h1>
      <DoneMessage said={said} refused={refused} />
      <RefusedMessage refused={refused} />
      <div className={`${styles.panels} ${styles.below}`}>
        <Panel id="members" title={team.members}>
          <ul className={styles.rows} id="team-members" data-live>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isSelf={member.id === ownId}
                givesMoney={givesMoney}
              />
            ))}
          </ul>
        </Panel>
        <Invite refused={refused?.action === 'invite' ? refused : null} />
        <TrustSetting days={trustedDays} refused={refused?.action === 'trust-days' ? refused : null} />
      </div>
      <div id="team-deeds" data-live>
        <TeamActivity all={activity} />
      </div>
      <p className={`small dim num ${styles.below}`}>{fill(team.version, { version })}</p>
    </div>
  );
}
