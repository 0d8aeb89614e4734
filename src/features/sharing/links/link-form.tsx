import words from '#content/listening.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fileNameOf } from '#src/features/files/file-name.tsx';
import { clockWords, placeOfZone } from '#src/studio/clock-words.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import site from '#content/site.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Radio, Tick } from '#src/ui/choice.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { linkDays, shortestPassword, usualLinkDays, type LinkSettings } from './create-link.ts';
import type { FoundLinks } from './find-links.ts';
import { PlaylistField } from './playlist-field.tsx';
import styles from './link-form.module.css';

const { make, edit, errors: errorTexts } = words.share;

const daysText = (days: number) =>
  days === 365
    ? make.year
    : days === 1
      ? make.dayCounts[0]
      : fill(make.dayCounts[1], { count: String(days) });

/** The initial values of the form. */
export type LinkDraft = Omit<LinkSettings, 'expiresAt'> & {
  /** Null for a new link, which ends after some days. */
  readonly expiresAt: Date | null;
  readonly hasPassword: boolean;
};

/** The usual choices for a new link to the project, or to these files. */
export const newDraft = (fileIds: readonly string[]): LinkDraft => ({
  coversProject: fileIds.length === 0,
  entries: fileIds.map((fileId) => ({ fileId, recordingId: null, title: null })),
  name: '',
  title: null,
  coverFileId: null,
  mayComment: true,
  mayDownload: false,
  namesProject: false,
  asksName: false,
  showsAllComments: false,
  expiresAt: null,
  hasPassword: false,
});

type Field = {
  readonly entries: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
};

/** When the link ends: after some days, or at a time on a date. */
function EndFields({ draft: { expiresAt }, entries, errors }: Field & { readonly draft: LinkDraft }) {
  const { timeZone } = site;
  const shown = expiresAt && {
    day: studioDayOf(expiresAt),
    clock: clockWords(expiresAt.getTime(), timeZone),
  };
  return (
    <div className={styles.end}>
      <SelectField
        id="days"
        name="days"
        label={make.days}
        options={[
          ...linkDays.map((days) => ({ value: String(days), label: daysText(days) })),
          { value: 'date', label: make.onDate },
        ]}
        defaultValue={entries['days'] ?? (expiresAt ? 'date' : String(usualLinkDays))}
        error={errors['days']}
      />
      <div className={styles.exact}>
        <TextField
          id="endDay"
          name="endDay"
          type="date"
          label={make.endDay}
          defaultValue={entries['endDay'] ?? shown?.day}
          error={errors['endDay']}
        />
        <TextField
          id="endTime"
          name="endTime"
          type="time"
          label={make.endTime}
          hint={fill(make.endHint, { zone: shown?.clock.zone ?? placeOfZone(timeZone) })}
          defaultValue={entries['endTime'] ?? shown?.clock.time ?? '18:00'}
          error={errors['endTime']}
        />
      </div>
    </div>
  );
}

function PasswordFields({ draft: { hasPassword }, entries, errors }: Field & { readonly draft: LinkDraft }) {
  return (
    <>
      <TextField
        id="password"
        name="password"
        type="password"
        label={make.password}
        optionalMark={make.optional}
        hint={hasPassword ? make.passwordKept : make.passwordHint}
        error={errors['password'] ?? (entries['password'] ? errorTexts.passwordAgain : undefined)}
        minLength={shortestPassword}
        autoComplete="new-password"
      />
      {hasPassword && (
        <Tick
          name="removePassword"
          label={make.removePassword}
          isChosen={entries['removePassword'] === 'yes'}
        />
      )}
    </>
  );
}

/** What guests may do and see. Only the team decides whether they see all comments. */
function GuestChoices({
  draft,
  entries,
  isTyped,
  isTeam,
}: {
  readonly draft: LinkDraft;
  readonly entries: Field['entries'];
  readonly isTyped: boolean;
  readonly isTeam: boolean;
}) {
  const choices = [
    { name: 'mayComment', label: make.mayComment, hint: null },
    ...(isTeam
      ? [
          {
            name: 'showsAllComments',
            label: make.showsAllComments,
            hint: make.showsAllCommentsHint,
          } as const,
        ]
      : []),
    { name: 'mayDownload', label: make.mayDownload, hint: null },
    { name: 'asksName', label: make.asksName, hint: null },
    { name: 'namesProject', label: make.namesProject, hint: make.namesProjectHint },
  ] as const;
  return (
    <fieldset className={styles.choices}>
      <legend className="sr-only">{make.options}</legend>
      {choices.map(({ name, label, hint }) => (
        <Tick
          key={name}
          {...{ name, label, hint }}
          isChosen={isTyped ? entries[name] === 'yes' : draft[name]}
        />
      ))}
      {!isTeam && (
        <p className="small dim">{draft.showsAllComments ? make.showsAllForTeam : make.showsOwnForTeam}</p>
      )}
    </fieldset>
  );
}

/** The form that creates or changes a listening link. */
export function LinkForm({
  found: { files, pictures },
  draft,
  linkId,
  action,
  refused,
  labelId,
  isTeam,
}: {
  readonly found: FoundLinks;
  readonly draft: LinkDraft;
  /** For a new link, a new UUID for each rendering of the page. */
  readonly linkId: string;
  readonly action: string;
  readonly refused: RefusedAction | null;
  /** The id of the heading that names the form. */
  readonly labelId: string;
  readonly isTeam: boolean;
}) {
  const { entries = {}, errors = {} } = refused ?? {};
  const isEdited = draft.expiresAt !== null;
  const target = entries['target'] ?? (draft.coversProject ? 'project' : 'files');
  return (
    <form className={styles.form} method="post" action={action} aria-labelledby={labelId} noValidate>
      <input type="hidden" name="linkId" value={(isEdited ? undefined : entries['linkId']) ?? linkId} />
      <fieldset className={styles.targets} aria-describedby={errors['target'] ? 'target-error' : undefined}>
        <legend>{make.target}</legend>
        <Radio name="target" value="project" label={make.project} isChosen={target === 'project'} />
        <Radio name="target" value="files" label={make.files} isChosen={target !== 'project'} />
        {errors['target'] && (
          <p className={`small ${styles.error}`} id="target-error">
            {errors['target']}
          </p>
        )}
        <div className={styles.titles}>
          <PlaylistField {...{ files, refused }} entries={draft.entries} />
          <SelectField
            id="cover"
            name="cover"
            label={make.cover}
            hint={make.coverHint}
            options={[
              { value: '', label: make.figure },
              ...pictures.map(({ id, name }) => ({ value: id, label: fileNameOf(name) })),
            ]}
            defaultValue={entries['cover'] ?? draft.coverFileId ?? ''}
          />
        </div>
      </fieldset>
      <TextField
        id="name"
        name="name"
        label={make.name}
        hint={make.nameHint}
        defaultValue={entries['name'] ?? draft.name}
        error={errors['name']}
        autoComplete="off"
        required
      />
      <TextField
        id="title"
        name="title"
        label={make.guestTitle}
        optionalMark={make.optional}
        hint={make.guestTitleHint}
        defaultValue={entries['title'] ?? draft.title ?? ''}
        error={errors['title']}
        maxLength={200}
        autoComplete="off"
      />
      <EndFields {...{ draft, entries, errors }} />
      <PasswordFields {...{ draft, entries, errors }} />
      <GuestChoices {...{ draft, entries, isTeam }} isTyped={refused !== null} />
      <div>
        <Button type="submit" label={isEdited ? edit.save : make.submit} />
      </div>
    </form>
  );
}
