import words from '#content/listening.yaml';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { fill } from '#src/platform/fill.ts';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import { Empty, Panel } from '#src/ui/panel.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { FoundLinks } from './find-links.ts';
import { visitDays } from './open-link.ts';
import { ListedLinkItem } from './listed-link.tsx';
import styles from './share-page.module.css';
import { recordingsIn } from '#src/features/files/recording-versions.ts';
import { Button } from '#src/ui/button.tsx';
import { Tick } from '#src/ui/choice.tsx';
import { SelectField, TextField, type Option } from '#src/ui/field.tsx';
import { targetText } from './link-actions.ts';
import { linkDays, shortestPassword, usualLinkDays } from './create-link.ts';

const { make } = words.share;

/** Returns the project, each recording, and each version of those with several as options. */
function targetsOf(files: FoundLinks['files']): Option[] {
  const ofRecordings = recordingsIn(files).flatMap(({ id, name, versions }) => [
    {
      value: targetText({ fileId: null, recordingId: id }),
      label: fill(make.recording, { recording: name }),
    },
    ...versions.map((file) => ({
      value: targetText({ fileId: file.id, recordingId: null }),
      label: fill(make.file, { file: fileLabelOf(file) }),
    })),
  ]);
  return [{ value: targetText({ fileId: null, recordingId: null }), label: make.project }, ...ofRecordings];
}

const daysText = (days: number) =>
  days === 365
    ? make.year
    : days === 1
      ? make.dayCounts[0]
      : fill(make.dayCounts[1], { count: String(days) });

const choices = [
  { name: 'mayComment', label: make.mayComment, hint: null, isUsual: true },
  { name: 'mayDownload', label: make.mayDownload, hint: null, isUsual: false },
  { name: 'namesProject', label: make.namesProject, hint: make.namesProjectHint, isUsual: false },
] as const;

/** The form that creates a listening link. */
function LinkForm({
  found: { project, files },
  target,
  newId,
  refused,
}: {
  readonly found: FoundLinks;
  /** The initial choice. */
  readonly target: string;
  /** A new UUID for each rendering of the page. */
  readonly newId: string;
  readonly refused: RefusedAction | null;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  return (
    <Panel id="make" title={make.title}>
      <form
        className={styles.form}
        method="post"
        action={`/portal/projects/${project.id}/share?do=make-link`}
        aria-labelledby="make"
        noValidate
      >
        <input type="hidden" name="linkId" value={entries['linkId'] ?? newId} />
        <SelectField
          id="target"
          name="target"
          label={make.target}
          options={targetsOf(files)}
          defaultValue={entries['target'] ?? target}
          error={errors['target']}
        />
        <TextField
          id="name"
          name="name"
          label={make.name}
          hint={make.nameHint}
          defaultValue={entries['name']}
          error={errors['name']}
          autoComplete="off"
          required
        />
        <SelectField
          id="days"
          name="days"
          label={make.days}
          options={linkDays.map((days) => ({ value: String(days), label: daysText(days) }))}
          defaultValue={entries['days'] ?? String(usualLinkDays)}
          error={errors['days']}
        />
        <TextField
          id="password"
          name="password"
          type="password"
          label={make.password}
          optionalMark={make.optional}
          hint={make.passwordHint}
          error={errors['password'] ?? (entries['password'] ? words.share.errors.passwordAgain : undefined)}
          minLength={shortestPassword}
          autoComplete="new-password"
        />
        <fieldset className={styles.choices}>
          <legend className="sr-only">{make.options}</legend>
          {choices.map(({ name, label, hint, isUsual }) => (
            <Tick
              key={name}
              name={name}
              label={label}
              hint={hint}
              isChosen={refused ? entries[name] === 'yes' : isUsual}
            />
          ))}
        </fieldset>
        <div>
          <Button type="submit" label={make.submit} />
        </div>
      </form>
    </Panel>
  );
}

const { share: texts } = words;

/** Shows the listening links of a project with their visitors, and the form that creates one. */
export function SharePage({
  found,
  side,
  origin,
  madeId,
  target,
  newId,
  refused,
  now,
}: {
  readonly found: FoundLinks;
  readonly side: 'portal' | 'desk';
  /** The origin of the shown addresses. */
  readonly origin: string;
  /** The id of the link that was just created. */
  readonly madeId: string | null;
  /** The initial target in the form. */
  readonly target: string;
  readonly newId: string;
  readonly refused: RefusedAction | null;
  readonly now: Date;
}) {
  const { project, files, links } = found;
  const path = `/portal/projects/${project.id}/share`;
  const labels = new Map(files.map((file) => [file.id, fileLabelOf(file)]));
  return (
    <div className={styles.page}>
      <p className={styles.above}>
        <ArrowLink label={texts.back} icon="arrow-left" href={`/${side}/projects/${project.id}`} />
      </p>
      <header>
        <p className="italic dim" dir="auto">
          {project.name}
        </p>
        <h1 className="title-1">{texts.title}</h1>
        <p className={styles.about}>{texts.about}</p>
        {links.length > 0 && <ArrowLink className={styles.toForm} label={texts.make.title} href="#make" />}
      </header>
      <RefusedMessage refused={refused} />
      {links.some(({ id }) => id === madeId) && refused === null && (
        <Notice kind="success" role="status">
          {texts.made}
        </Notice>
      )}
      <div className={styles.columns}>
        <Panel id="links" title={texts.links}>
          <div id="link-list" data-live>
            {links.length === 0 ? (
              <div className={styles.empty}>
                <Empty>{texts.none}</Empty>
              </div>
            ) : (
              <ul>
                {links.map((link) => (
                  <ListedLinkItem key={link.id} {...{ link, origin, files, labels, path, now }} />
                ))}
              </ul>
            )}
          </div>
          <p className={`small dim ${styles.kept}`}>
            {fill(texts.guests.about, { days: String(visitDays) })}
          </p>
        </Panel>
        <LinkForm {...{ found, target, newId, refused }} />
      </div>
    </div>
  );
}
