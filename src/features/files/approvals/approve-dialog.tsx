import portal from '#content/portal.yaml';
import words from '#content/project.yaml';
import { Fragment } from 'react';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { capitalised } from '#src/studio/locale.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { ConfirmPopover } from '#src/ui/confirm-popover.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './approve-dialog.module.css';
import { FileHash } from '../file-hash.tsx';
import { fileLabelOf, FileName } from '../file-name.tsx';
import { fileSizeText } from '../file-size.ts';
import { Button } from '#src/ui/button.tsx';
import { TextAreaField } from '#src/ui/field.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { fill } from '#src/platform/fill.ts';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { momentText } from '#src/workspace/time-text.ts';
import { canApprove, canRequestChanges, type FileState, type ProjectFile } from '../list-project-files.ts';
import { downloadNameOf, roundsOf, versionsOf } from '../recording-versions.ts';
import { mostChangeText } from './approve-file.ts';
import { formatsIn } from '../arrange/file-groups.ts';

const { approval, changes, fileStates } = words;

const shapes = { waiting: 'signal', 'changes-requested': 'diamond', approved: 'full' } as const;

/** Renders the state of a file whose approval was requested. */
export const FileStateMark = ({ state }: { readonly state: FileState }) => (
  <StateMark shape={shapes[state]} label={fileStates[state]} />
);

/** Renders a request for changes: who made it and when, and its sentence. Null if there is none. */
export function RequestedChanges({ file, now }: { readonly file: ProjectFile; readonly now: Date }) {
  const { changesRequestedAt, changesRequestedByName, requestedChanges } = file;
  if (!changesRequestedAt || file.state !== 'changes-requested') return null;
  return (
    <>
      <p className="italic dim num">
        <FormattedText
          template={changes.by}
          values={{ name: changesRequestedByName, when: momentText(changesRequestedAt, now, portal.today) }}
        />
      </p>
      <p className={styles.requested} dir="auto">
        {requestedChanges}
      </p>
    </>
  );
}

/** The id of the dialog in which changes to a file are requested. */
export const changesIdOf = (fileId: string) => `changes-${fileId}`;

/** Renders the state of the file in the player and, for people who may decide, the buttons for it. */
export function Decision({
  file,
  mayApprove,
  className,
}: {
  readonly file: ProjectFile;
  readonly mayApprove: boolean;
  readonly className?: string | undefined;
}) {
  const { id, state, requestedChanges } = file;
  return (
    <div id={`approval-${id}`} className={className} data-live>
      {state && <FileStateMark state={state} />}
      {state === 'changes-requested' && (
        <p className={`small ${styles.requested}`} dir="auto">
          {requestedChanges}
        </p>
      )}
      {mayApprove && canApprove(file) && (
        <Button label={approval.approve} size="small" popoverTarget={approvalIdOf(id)} />
      )}
      {mayApprove && canRequestChanges(file) && (
        <Button label={changes.button} variant="secondary" size="small" popoverTarget={changesIdOf(id)} />
      )}
    </div>
  );
}

/** Returns the sentence about the revision round that a request for changes begins; null if none were agreed. */
function roundWarning(rounds: number | null, agreed: number | null): string | null {
  if (agreed === null) return null;
  const round = (rounds ?? 0) + 1;
  return fill(changes.rounds[round > agreed ? 1 : 0], { round: String(round), agreed: String(agreed) });
}

/** Asks a client what should change in a file. */
function ChangesDialog({
  file,
  round,
  shownFileId,
  refused,
}: {
  readonly file: ProjectFile;
  /** The sentence about the revision round. */
  readonly round: string | null;
  readonly shownFileId: string | null;
  /** The refused request for this file. */
  readonly refused: RefusedAction | null;
}) {
  const { id, projectId, sha256 } = file;
  const { title, text, cancel, confirm, label } = changes;
  const shown = shownFileId === null ? {} : { shown: shownFileId };
  const query = shownFileId === null ? '' : `?file=${shownFileId}`;
  return (
    <ConfirmPopover
      id={changesIdOf(id)}
      action="?do=request-changes"
      {...{ title, text, cancel, confirm }}
      fields={{ fileId: id, sha256, ...shown }}
      refusedHref={refused ? `/portal/projects/${projectId}${query}` : null}
    >
      <p className={`small ${styles.name}`}>
        <FileName name={fileLabelOf(file)} />
      </p>
      {round !== null && <p className="small">{round}</p>}
      <TextAreaField
        id={`${changesIdOf(id)}-text`}
        name="content"
        label={label}
        rows={3}
        maxLength={mostChangeText}
        defaultValue={refused?.entries['content'] ?? ''}
        error={refused?.errors['content'] ?? (refused ? refused.error : undefined)}
        dir="auto"
      />
    </ConfirmPopover>
  );
}

/** The id of the dialog in which a file is approved. */
export const approvalIdOf = (fileId: string) => `approve-${fileId}`;

/** The delivery report approved with a file: its hash and its warnings about the file. */
type ReportToShow = { readonly sha256: string; readonly notes: readonly string[] };

/** Asks a client to confirm the approval of a file, and shows the hash of its bytes. */
function ApproveDialog({
  file,
  formats,
  sheet,
  shownFileId,
}: {
  readonly file: ProjectFile;
  /** Its formats, which are approved with it. */
  readonly formats: readonly ProjectFile[];
  readonly sheet: ReportToShow | undefined;
  readonly shownFileId: string | null;
}) {
  const { id, kind, sizeBytes, sha256, openComments } = file;
  const unapproved = formats.filter(({ approvedAt }) => approvedAt === null);
  const hashes = unapproved.map((format) => format.sha256).toSorted();
  const { title, text, cancel, approve } = approval;
  const { sha256: sheetSha256 = '', notes = [] } = sheet ?? {};
  const shown = shownFileId === null ? {} : { shown: shownFileId };
  return (
    <ConfirmPopover
      id={approvalIdOf(id)}
      action="?do=approve-file"
      {...{ title, text, cancel }}
      confirm={approve}
      fields={{ fileId: id, sha256, formats: hashes.join(' '), sheet: sheetSha256, ...shown }}
    >
      <dl className={`small ${styles.facts}`}>
        <dt className="italic dim">{approval.file}</dt>
        <dd className={styles.name}>
          <FileName name={fileLabelOf(file)} />
        </dd>
        <dt className="italic dim">{approval.size}</dt>
        <dd className="num">{fileSizeText(sizeBytes)}</dd>
        <dt className="italic dim">{approval.hash}</dt>
        <dd>
          <FileHash template="{hash} …" sha256={sha256} />
        </dd>
        {unapproved.map((format) => (
          <Fragment key={format.id}>
            <dt className="italic dim">{approval.format}</dt>
            <dd className={styles.name}>
              <FileName name={downloadNameOf(format)} />
              <FileHash template="SHA-256 {hash} …" sha256={format.sha256} />
            </dd>
          </Fragment>
        ))}
        {sheetSha256 !== '' && (
          <>
            <dt className="italic dim">{approval.sheetHash}</dt>
            <dd>
              <FileHash template="{hash} …" sha256={sheetSha256} />
            </dd>
          </>
        )}
      </dl>
      {sheetSha256 === '' ? (
        kind === 'audio' && <p className="small">{approval.noSheet}</p>
      ) : (
        <p className="small">
          {approval.withSheet} <a href={`/portal/files/${id}/report`}>{approval.sheet}</a>
        </p>
      )}
      {notes.map((note) => (
        <Notice key={note} kind="error">
          {note}
        </Notice>
      ))}
      {openComments > 0 && (
        <Notice kind="error">{capitalised(severalOf(openComments, approval.openComments))}</Notice>
      )}
    </ConfirmPopover>
  );
}

/** Renders the dialogs in which a client approves files, and requests changes to them. */
export function DecisionDialogs({
  files,
  toDecide,
  sheets,
  shownFileId,
  agreedRounds,
  refused,
}: {
  readonly files: readonly ProjectFile[];
  /** The files that have dialogs. */
  readonly toDecide: readonly ProjectFile[];
  /** Delivery reports by file id, for measured files. */
  readonly sheets: ReadonlyMap<string, ReportToShow>;
  /** The recording in the player, which stays there after the approval. */
  readonly shownFileId: string | null;
  /** Revision rounds agreed for each recording of the project. */
  readonly agreedRounds: number | null;
  readonly refused: RefusedAction | null;
}) {
  const wrong = refused?.action === 'request-changes' ? refused : null;
  const formats = formatsIn(files);
  return (
    <div id="project-approvals" data-live={wrong ? undefined : ''}>
      {toDecide.map((file) => (
        <ApproveDialog
          key={file.id}
          sheet={sheets.get(file.id)}
          formats={formats.get(file.id) ?? []}
          {...{ file, shownFileId }}
        />
      ))}
      {toDecide.filter(canRequestChanges).map((file) => (
        <ChangesDialog
          key={file.id}
          round={roundWarning(roundsOf(versionsOf(files, file.recordingId)), agreedRounds)}
          refused={wrong?.entries['fileId'] === file.id ? wrong : null}
          {...{ file, shownFileId }}
        />
      ))}
    </div>
  );
}
