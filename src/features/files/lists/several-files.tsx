import words from '#content/file-lists.yaml';
import project from '#content/project.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { fill } from '#src/platform/fill.ts';
import { fileSizeText } from '../file-size.ts';
import type { ProjectFile } from '../list-project-files.ts';
import { fileGroups, versionStages } from '../store/file.table.ts';
import { entriesOf } from '../arrange/file-groups.ts';
import { fileNameOf } from '../file-name.tsx';
import { downloadNameOf, extensionOf } from '../recording-versions.ts';
import { formIdOf } from './download-files.tsx';
import styles from './file-sections.module.css';

const archiveOf = (projectId: string) => `/portal/projects/${projectId}/files.zip`;

type Choice = { readonly value: string; readonly label: string };

function Choose({
  name,
  label,
  value: chosen = '',
  error,
  options,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly options: readonly Choice[];
}) {
  return (
    <label>
      <span>{label}</span>
      <select
        name={name}
        defaultValue={options.some(({ value }) => value === chosen) ? chosen : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'several-files-error'}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The team's actions on selected files; `projects` are the client's others. */
function TeamActs({
  projects,
  refused,
}: {
  readonly projects: readonly { id: string; name: string }[];
  readonly refused: RefusedAction | null;
}) {
  const fieldOf = (name: string) => ({
    name,
    value: refused?.entries[name],
    error: refused?.errors[name],
  });
  const { label, move, delete: remove } = words;
  const stages = versionStages.map((value) => ({ value, label: project.versions.stages[value] }));
  const groups = fileGroups.map((value) => ({ value, label: words.groups[value] }));
  return (
    <>
      <Choose
        {...fieldOf('stage')}
        label={label.stage}
        options={[{ value: '', label: label.keep }, ...stages, { value: 'none', label: label.noStage }]}
      />
      <Choose
        {...fieldOf('group')}
        label={label.group}
        options={[{ value: '', label: label.keep }, ...groups, { value: 'auto', label: label.auto }]}
      />
      <Button
        type="submit"
        formAction="?do=label-files"
        label={label.save}
        variant="secondary"
        size="small"
      />
      <Choose
        {...fieldOf('to')}
        label={move.to}
        options={[
          { value: '', label: projects.length === 0 ? move.alone : move.choose },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Button
        type="submit"
        formAction="?do=move-files"
        label={move.button}
        variant="secondary"
        size="small"
        aria-describedby="move-files-about"
      />
      <Button
        type="submit"
        formAction="?do=delete-files"
        label={remove.button}
        variant="danger"
        size="small"
      />
      <p id="move-files-about" className="small dim">
        {move.text}
      </p>
    </>
  );
}

/**
 * Renders the form of the selected files: the checkboxes of the rows belong to it by its id. Nothing for a single file.
 * Without scripts “Select all” chooses every file of the project.
 */
export function SeveralFiles({
  projectId,
  files,
  viewer,
  mayShare,
  projects = [],
  refused = null,
}: {
  readonly projectId: string;
  readonly files: readonly ProjectFile[];
  readonly viewer: 'team' | 'client';
  readonly mayShare: boolean;
  /** The client's other projects. */
  readonly projects?: readonly { readonly id: string; readonly name: string }[];
  /** The refused form, or its question. */
  readonly refused?: RefusedAction | null;
}) {
  if (files.length < 2) return null;
  return (
    <form
      id={formIdOf('files')}
      className={styles.several}
      method="post"
      action={viewer === 'team' ? '?do=request-approval' : '?do=share-files'}
      data-reset-when-sent
    >
      <label className={styles.all}>
        <input type="checkbox" name="all" value="yes" autoComplete="off" data-select-all />
        <span>{words.select.all}</span>
      </label>
      <div className={styles.acts}>
        <p
          className="small italic dim num"
          role="status"
          data-selected-count={JSON.stringify(words.select.count)}
        />
        {viewer === 'team' && <Button type="submit" label={words.request.button} size="small" />}
        {mayShare && (
          <Button
            type="submit"
            formAction="?do=share-files"
            label={words.share.button}
            variant="secondary"
            size="small"
          />
        )}
        <Button
          type="submit"
          formMethod="get"
          formAction={archiveOf(projectId)}
          label={words.downloads.download}
          variant="secondary"
          size="small"
        />
        {viewer === 'team' && <TeamActs {...{ projects, refused }} />}
        {refused && !refused.ask && (
          <p id="several-files-error" className={`small ${styles.error}`}>
            {refused.error}
          </p>
        )}
      </div>
    </form>
  );
}

/** Renders the downloads of a project's files as ZIP archives, each with its size. Nothing for a single file. */
export function ArchiveLinks({
  projectId,
  files,
}: {
  readonly projectId: string;
  readonly files: readonly ProjectFile[];
}) {
  if (files.length < 2) return null;
  const entries = entriesOf(files);
  const sizeOf = (all: readonly ProjectFile[]) =>
    fileSizeText(all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const latest = entries.flatMap(({ file, formats }) => [file, ...(formats.get(file.id) ?? [])]);
  const approved = files.filter(({ approvedAt }) => approvedAt !== null);
  const links = [
    { which: 'latest', label: words.downloads.latest, of: latest },
    ...(approved.length > 0 ? [{ which: 'approved', label: words.downloads.approved, of: approved }] : []),
    ...(latest.length < files.length ? [{ which: 'all', label: words.downloads.all, of: files }] : []),
  ];
  return (
    <div className={styles.downloads}>
      <span className="small italic dim">{words.downloads.title}</span>
      {links.map(({ which, label, of }) => (
        <span key={which}>
          <ButtonLink
            href={`${archiveOf(projectId)}?which=${which}`}
            download
            label={label}
            variant="secondary"
            size="small"
          />{' '}
          <span className="small italic dim num">{sizeOf(of)}</span>
        </span>
      ))}
    </div>
  );
}

/** Returns the name of a file's format: "WAV". */
const formatNameOf = (file: ProjectFile) =>
  extensionOf(downloadNameOf(file)).slice(1).toUpperCase() || file.mediaType;

/** Renders the note of a file, and its formats with a download of each. */
export function NoteAndFormats({
  file,
  formats,
}: {
  readonly file: ProjectFile;
  readonly formats: readonly ProjectFile[];
}) {
  return (
    <>
      {file.note !== '' && (
        <p className={`small ${styles.note}`} dir="auto">
          {file.note}
        </p>
      )}
      {formats.length > 0 && (
        <p className={`small ${styles.formats}`}>
          <span className="italic dim">{words.formats.list}</span>
          {[file, ...formats].map((format) => (
            <a
              key={format.id}
              href={`/portal/files/${format.id}`}
              download
              aria-label={fill(words.formats.download, { file: fileNameOf(downloadNameOf(format)) })}
            >
              {formatNameOf(format)}
              {file.approvedAt !== null && format.approvedAt === null && ` (${words.formats.notApproved})`}
            </a>
          ))}
        </p>
      )}
    </>
  );
}
