import desk from '#content/desk-projects.yaml';
import project from '#content/project.yaml';
import { FileTable, type FileColumn } from '../lists/file-table.tsx';
import { NameCell } from '../lists/name-cell.tsx';
import { FileHash } from '../file-hash.tsx';
import { fileLabelOf, FileName } from '../file-name.tsx';
import { fileSizeText } from '../file-size.ts';
import { isPlayed } from '../store/file-type.ts';
import { ActionButton, FoldedForm } from '#src/workspace/action-forms.tsx';
import styles from '#src/workspace/desk-table.module.css';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { momentDayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import type { ListedClientUpload } from './list-client-uploads.ts';
import { mayWithdraw } from './client-uploads.ts';
import fold from '#src/workspace/fold.module.css';
import own from './client-uploads.module.css';

const { sent: clientTexts, files: fileTexts } = project;
const { sent: teamTexts } = desk;

/** The viewer of the sent files: a client's person or the team. */
type Viewer =
  | { readonly side: 'client'; readonly person: { readonly id: string; readonly permission: Permission } }
  | { readonly side: 'team' };

type RowProps = { readonly file: ListedClientUpload; readonly viewer: Viewer };

/** Further files are collapsed. */
const mostShown = 50;

const nameIn = (file: ListedClientUpload) => (template: string) =>
  fill(template, { file: fileLabelOf(file) });

function State({ file, viewer }: RowProps) {
  const { fetchedAt, fetchedByName, takenAs } = file;
  const isTeam = viewer.side === 'team';
  const day = fetchedAt ? momentDayText(fetchedAt) : '';
  if (takenAs !== null)
    return <StateMark shape="full" label={(isTeam ? teamTexts : clientTexts).taken} wraps />;
  if (!fetchedAt && isTeam) return <StateMark shape="signal" label={teamTexts.new} />;
  if (!fetchedAt) return <StateMark shape="empty" label={clientTexts.waiting} wraps />;
  if (!isTeam) return <StateMark shape="full" label={fill(clientTexts.fetched, { day })} wraps />;
  return (
    <>
      <StateMark shape="full" label={fill(teamTexts.fetched, { day })} wraps />
      <p className="italic dim">
        <FormattedText template={teamTexts.fetchedBy} values={{ name: fetchedByName }} />
      </p>
    </>
  );
}

function ClientActs({ file }: { readonly file: ListedClientUpload }) {
  const named = nameIn(file);
  if (file.fetchedAt !== null || file.takenAs !== null) return null;
  return (
    <FoldedForm
      label={clientTexts.withdraw}
      name={named(clientTexts.withdrawName)}
      action="?do=withdraw-sent-file"
      fields={{ sentId: file.id }}
      submit={clientTexts.withdrawSure}
      submitName={named(clientTexts.withdrawSureName)}
      variant="danger"
    >
      <p>{clientTexts.withdrawText}</p>
    </FoldedForm>
  );
}

function TeamActs({ file, projectId }: { readonly file: ListedClientUpload; readonly projectId: string }) {
  const named = nameIn(file);
  return (
    <>
      {file.takenAs !== null && (
        <a
          className={own.open}
          href={`/desk/projects/${projectId}?file=${file.takenAs}#player`}
          aria-label={named(teamTexts.openName)}
        >
          {teamTexts.open}
        </a>
      )}
      {file.takenAs === null && isPlayed(file) && (
        <ActionButton
          field="sentId"
          id={file.id}
          action="take-sent-file"
          label={teamTexts.take}
          name={named(teamTexts.takeName)}
        />
      )}
      {(file.fetchedAt !== null || file.takenAs !== null) && (
        <FoldedForm
          label={teamTexts.remove}
          name={named(teamTexts.removeName)}
          action="?do=remove-sent-file"
          fields={{ sentId: file.id }}
          submit={teamTexts.removeSure}
          submitName={named(teamTexts.removeSureName)}
          variant="danger"
        >
          <p>{teamTexts.removeText}</p>
        </FoldedForm>
      )}
    </>
  );
}

type TableProps = {
  readonly projectId: string;
  readonly viewer: Viewer;
  /** The files selectable for download. */
  readonly chosenOf: readonly ListedClientUpload[];
};

const columnsFor = ({ viewer, projectId, chosenOf }: TableProps): FileColumn<ListedClientUpload>[] => [
  {
    key: 'name',
    heading: clientTexts.columns.name,
    of: 'name',
    cell: (file) => (
      <NameCell
        file={file}
        of={chosenOf}
        archive="sent-files"
        link={
          <a className={styles.name} href={`/portal/sent-files/${file.id}`} download>
            <span className="sr-only">{fileTexts.download} </span>
            <FileName name={fileLabelOf(file)} />
          </a>
        }
      >
        <p className="italic dim">
          {fileTexts.kinds[file.kind]}, {fileSizeText(file.sizeBytes)}
        </p>
        {file.sameAs !== null && (
          <p>
            <FormattedText template={clientTexts.same} values={{ file: file.sameAs }} />
          </p>
        )}
        <FileHash template={clientTexts.hash} sha256={file.sha256} />
      </NameCell>
    ),
  },
  {
    key: 'sent',
    heading: clientTexts.columns.sent,
    cell({ sentAt, sentBy, sentByName }) {
      const day = momentDayText(sentAt);
      const isOwn = viewer.side === 'client' && viewer.person.id === sentBy;
      return isOwn ? (
        fill(clientTexts.byYou, { day })
      ) : (
        <FormattedText template={clientTexts.by} values={{ day, name: sentByName }} />
      );
    },
  },
  {
    key: 'state',
    heading: clientTexts.columns.state,
    cell: (file) => <State {...{ file, viewer }} />,
  },
  {
    key: 'actions',
    heading: teamTexts.actions,
    isQuiet: true,
    of: 'actions',
    cell: (file) => (
      <>
        {viewer.side === 'team' && <TeamActs {...{ file, projectId }} />}
        {viewer.side === 'client' && mayWithdraw(viewer.person, file) && <ClientActs file={file} />}
      </>
    ),
  },
];

const Rows = ({ files, ...rest }: TableProps & { readonly files: readonly ListedClientUpload[] }) => (
  <FileTable
    caption={rest.viewer.side === 'client' ? clientTexts.table : teamTexts.title}
    columns={columnsFor(rest)}
    rows={files}
    attributesOf={({ id }) => ({ key: id })}
  />
);

/** Lists the files that a client sent to a project, newest first; the team can select several to download. */
export function ClientUploadsTable({
  files,
  ...rest
}: Omit<TableProps, 'chosenOf'> & { readonly files: readonly ListedClientUpload[] }) {
  const chosenOf = rest.viewer.side === 'team' ? files : [];
  const older = files.slice(mostShown);
  const [one, several] = clientTexts.older;
  return (
    <>
      <Rows files={files.slice(0, mostShown)} {...{ chosenOf }} {...rest} />
      {older.length > 0 && (
        <details className={`${fold.fold} ${own.older}`}>
          <summary>{older.length === 1 ? one : fill(several, { count: String(older.length) })}</summary>
          <Rows files={older} {...{ chosenOf }} {...rest} />
        </details>
      )}
    </>
  );
}
