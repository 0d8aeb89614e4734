import words from '#content/team-emails.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { mailPreferences, type MailPreference } from '#src/features/accounts/people/person.table.ts';
import {
  memberMailKinds,
  type MemberEmails,
  type MemberMailKind,
} from '#src/features/notifications/emails/member-emails.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Radio } from '#src/ui/choice.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { emailsPath, type ChoosableProject } from './team-emails-actions.ts';
import styles from './team-emails.module.css';

const { studio, own, project } = words;

const timings = mailPreferences.map((value) => ({ value, label: words.timings[value] }));

type Refused = { readonly refused: RefusedAction | null };

/** When the member is emailed, by kind. */
function OwnEmails({
  kinds,
  canSeeMoney,
  refused,
}: Refused & { readonly kinds: MemberEmails['kinds']; readonly canSeeMoney: boolean }) {
  const entered = refused?.action === 'save-kinds' ? refused : null;
  const isShown = (kind: MemberMailKind) => kind !== 'payments' || canSeeMoney;
  return (
    <Panel id="own-emails" title={own.title}>
      <form className={styles.form} method="post" action={`${emailsPath}?do=save-kinds`}>
        <p className="small dim">{own.lead}</p>
        <div className={styles.fields}>
          {memberMailKinds.map((kind) =>
            isShown(kind) ? (
              <SelectField
                key={kind}
                id={`emails-${kind}`}
                name={kind}
                label={own.kinds[kind]}
                options={timings}
                defaultValue={entered?.entries[kind] ?? kinds[kind]}
                error={entered?.errors[kind]}
              />
            ) : (
              <input key={kind} type="hidden" name={kind} value={kinds[kind]} />
            ),
          )}
        </div>
        <div>
          <Button type="submit" label={own.save} />
        </div>
      </form>
    </Panel>
  );
}

/** The projects for which the member has chosen otherwise. */
function ProjectEmails({
  chosen,
  all,
  timingsOf,
  refused,
}: Refused & {
  readonly chosen: readonly ChoosableProject[];
  readonly all: readonly ChoosableProject[];
  readonly timingsOf: ReadonlyMap<string, MailPreference>;
}) {
  const entered = refused?.action === 'save-project' ? refused : null;
  const options = all.map(({ id, name, client }) => ({
    value: id,
    label: fill(project.option, { name, client }),
  }));
  return (
    <Panel id="project-emails" title={project.title}>
      <p className={`small dim ${styles.lead}`}>{project.lead}</p>
      <ul className={styles.rows}>
        {chosen.map(({ id, name, client }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              <span className="small dim">
                {' '}
                <bdi>{client}</bdi>, {words.timings[timingsOf.get(id) ?? 'none']}
              </span>
            </span>
            <PostButton
              action={`${emailsPath}?do=save-project`}
              fields={{ projectId: id, timing: 'usual' }}
              label={project.remove}
              name={fill(project.removeNamed, { name })}
            />
          </li>
        ))}
      </ul>
      <form className={styles.form} method="post" action={`${emailsPath}?do=save-project`}>
        <div className={styles.fields}>
          <SelectField
            id="emails-project"
            name="projectId"
            label={project.label}
            options={[{ value: '', label: project.none }, ...options]}
            defaultValue={entered?.entries['projectId'] ?? ''}
            error={entered?.errors['projectId']}
          />
          <SelectField
            id="emails-timing"
            name="timing"
            label={project.timing}
            options={timings}
            defaultValue={entered?.entries['timing'] ?? 'at-once'}
            error={entered?.errors['timing']}
          />
        </div>
        <div>
          <Button type="submit" label={project.save} variant="secondary" />
        </div>
      </form>
    </Panel>
  );
}

/** What all emails of the studio contain. */
function StudioEmails({ hasTexts }: { readonly hasTexts: boolean }) {
  return (
    <Panel id="studio-emails" title={studio.title}>
      <form className={styles.form} method="post" action={`${emailsPath}?do=save-studio`}>
        <p className="small dim">{studio.lead}</p>
        <fieldset className={styles.choices}>
          <legend className="sr-only">{studio.legend}</legend>
          {(['yes', 'no'] as const).map((value) => (
            <Radio
              key={value}
              name="texts"
              value={value}
              label={studio.texts[value]}
              hint={studio.hints[value]}
              isChosen={hasTexts === (value === 'yes')}
            />
          ))}
        </fieldset>
        <div>
          <Button type="submit" label={studio.save} variant="secondary" />
        </div>
      </form>
    </Panel>
  );
}

/** The email settings of a team member and of the studio. */
export function TeamEmailsScreen({
  choices,
  canSeeMoney,
  choosable,
  hasTexts,
  said,
  refused,
}: Refused & {
  readonly choices: MemberEmails;
  readonly canSeeMoney: boolean;
  readonly choosable: {
    readonly all: readonly ChoosableProject[];
    readonly chosen: readonly ChoosableProject[];
  };
  /** True if emails contain the texts of messages and comments. */
  readonly hasTexts: boolean;
  readonly said: string | undefined;
}) {
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={words.title} back={{ href: '/account', label: words.back }} />
      <DoneMessage said={said} refused={refused} />
      <RefusedMessage refused={refused} />
      <OwnEmails kinds={choices.kinds} {...{ canSeeMoney, refused }} />
      <ProjectEmails {...choosable} timingsOf={choices.projects} refused={refused} />
      <StudioEmails hasTexts={hasTexts} />
    </div>
  );
}
