import deskMessages from '#content/desk-messages.yaml';
import delivery from '#content/delivery.yaml';
import words from '#content/desk-projects.yaml';
import { PresenceNote } from '#src/features/notifications/live/live-status.tsx';
import { MessageForm } from '#src/features/messages/message-form.tsx';
import { MessageThread } from '#src/features/messages/message-thread.tsx';
import { fill, nameOf } from '#src/platform/fill.ts';
import { projectCodeOf, isStatus } from '#src/features/projects/project-status.ts';
import type { CommentDraft } from '#src/features/review/player/comment-form.tsx';
import { ShareLink } from '#src/features/sharing/links/share-link.tsx';
import type { ShownComparison } from '#src/features/review/compare/comparison-panel.tsx';
import { ReviewPlayer } from '#src/features/review/player/review-player.tsx';
import type { SoundQuality } from '#src/features/review/player/sound-quality.ts';
import { RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { Panel, Empty } from '#src/ui/panel.tsx';
import { InvoiceForm } from '#src/features/invoices/form/invoice-form.tsx';
import { DraftsPanel } from '#src/features/invoices/form/invoice-form-screen.tsx';
import { PaymentMethods } from '#src/features/invoices/desk/invoice-buttons.tsx';
import { InvoiceTable } from '#src/features/invoices/desk/invoice-table.tsx';
import { ProjectDetailsForm } from '#src/features/projects/desk/project-details-form.tsx';
import { FormatProposals } from '#src/features/files/arrange/describe-menu.tsx';
import { ArchiveLinks, SeveralFiles } from '#src/features/files/lists/several-files.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import type { FileInTable } from '#src/features/files/recording-versions.ts';
import { DeskFilesTable } from '#src/features/files/lists/desk-files-table.tsx';
import { ProjectMilestones } from '#src/features/projects/milestones/project-milestones.tsx';
import { ReceiptsPanel } from '#src/features/receipts/receipts-panel.tsx';
import { ProjectMark } from '#src/features/projects/project-mark.tsx';
import { projectDayText, type ProjectActivityEntry } from '#src/features/projects/project-activity.ts';
import { OpenCommentsSummary } from '#src/features/review/changes/open-comments.tsx';
import { recordingOptionsOf, RecordingList } from '#src/features/review/versions/recording-select.tsx';
import {
  VersionDragHint,
  VersionDragStatus,
  VersionMenu,
  VersionProposals,
} from '#src/features/review/versions/version-menu.tsx';
import { ClientUploadsPanel } from '#src/features/files/client-uploads/client-upload-panels.tsx';
import { RemovedFilesPanel } from '#src/features/files/removed/removed-files-panel.tsx';
import { UploadForm } from '#src/features/files/uploads/upload-form.tsx';
import proposalStyles from '#src/features/review/versions/version-menu.module.css';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import type { ProjectPageData } from './find-project-page.ts';
import styles from './project-page-screen.module.css';
import { listText } from '#src/workspace/count-words.ts';
import { ActivityGroup, groupActivity } from '#src/workspace/activity-groups.tsx';
import { momentText } from '#src/workspace/time-text.ts';
import { findChange } from '#src/features/notifications/kinds/find-kind.ts';
import portal from '#content/portal.yaml';
import projectActivityStyles from './project-activity.module.css';

const { activity: texts } = words;

const statusName = (text = '') => (isStatus(text) ? words.statuses[text] : text);

/** Returns the names of the changed fields by their stored keys; unknown keys become "details". */
function changedText(keys = ''): string {
  const names = keys.split(' ').filter((key) => key !== 'details' && Object.hasOwn(texts.fields, key));
  return names.length === 0
    ? texts.fields.details
    : listText(names.map((key) => texts.fields[key as keyof typeof texts.fields]));
}

/** Returns the sentence of an activity; a neutral one for a kind of a newer version. */
function sentenceOf({ kind, details }: ProjectActivityEntry): string {
  const template = kind === 'lead-converted' ? texts.kinds[kind] : findChange(kind)?.deskHistory;
  return fill(template ?? texts.something, {
    changed: changedText(details['changed']),
    milestone: nameOf(details['milestone'], ''),
    file: nameOf(details['file'], ''),
    newer: nameOf(details['newer'], ''),
    recording: nameOf(details['recording'], ''),
    version: details['version'] ?? '',
    invoice: details['invoice'] ?? '',
    time: details['time'] ?? '',
    link: nameOf(details['link'], '', 100),
    request: nameOf(details['request'], '', 300),
    reason: nameOf(details['reason'], '', 300),
    from: statusName(details['from']),
    to: statusName(details['to']),
  });
}

/** How many entries and groups are shown. */
const mostShown = 40;

/** Renders the activity in a project, latest first; what happened together is one entry. */
export function ProjectActivity({
  entries,
  now,
}: {
  readonly entries: readonly ProjectActivityEntry[];
  readonly now: Date;
}) {
  return (
    <Panel id="activity" title={texts.title}>
      {entries.length === 0 && (
        <div className={projectActivityStyles.empty}>
          <Empty>{texts.empty}</Empty>
        </div>
      )}
      <ol className={projectActivityStyles.deeds} id="deeds" data-live>
        {groupActivity(entries)
          .slice(0, mostShown)
          .map((group) => (
            <li key={group[0].id}>
              {group.length > 1 ? (
                <ActivityGroup group={group} actor={group[0].actorName} sentences={group.map(sentenceOf)} />
              ) : (
                <>
                  <bdi>{group[0].actorName}</bdi> <span dir="auto">{sentenceOf(group[0])}</span>
                </>
              )}{' '}
              <time className="italic dim" dateTime={group[0].at.toISOString()}>
                {momentText(group[0].at, now, portal.today)}
              </time>
            </li>
          ))}
      </ol>
    </Panel>
  );
}

const { details, messages, invoices, files, board, statuses } = words;

/** Returns the refused action if it is one of these. */
const refusedIn = (refused: RefusedAction | null, ...actions: readonly string[]) =>
  refused && actions.includes(refused.action) ? refused : null;

function Head({ data }: { readonly data: ProjectPageData }) {
  const { project, client } = data;
  const above = (
    <>
      <span>{projectCodeOf(project.number)}</span>
      <a href={`/desk/projects?client=${client.id}`} dir="auto">
        {client.name}
      </a>
      <span>{projectDayText(project, board)}</span>
    </>
  );
  return (
    <DeskTitle title={project.name} back={{ href: '/desk/projects', label: details.crumb }} above={above}>
      <ProjectMark status={project.status} words={statuses} />
      <span className={styles.percent}>{project.progress}%</span>
    </DeskTitle>
  );
}

function Messages({
  data,
  now,
  messageId,
}: {
  readonly data: ProjectPageData;
  readonly now: Date;
  readonly messageId: string;
}) {
  const { project, messageCount } = data;
  const page = `/desk/messages?project=${project.id}`;
  return (
    <Panel
      id="messages"
      title={messages.title}
      aside={
        <span className="small">
          {messageCount > data.messages.length && (
            <span className="italic dim">{fill(messages.count, { count: String(messageCount) })} </span>
          )}
          <a href={page}>{deskMessages.open}</a>
        </span>
      }
    >
      <div className={styles.thread} id="thread" data-live>
        <MessageThread messages={data.messages} viewer="team" now={now} empty={messages.empty} />
      </div>
      <PresenceNote />
      <MessageForm
        projectId={project.id}
        messageId={messageId}
        seen={data.messages.at(-1)?.id ?? ''}
        action={`${page}&do=send-message&back=project`}
        placeholder={messages.placeholder}
        hasFiles
      />
    </Panel>
  );
}

const severalActions = ['request-approval', 'label-files', 'move-files', 'delete-files', 'share-files'];

function Files({
  data: { project, openComments, files: all, otherProjects },
  now,
  wholeOf,
  refused,
}: {
  readonly data: ProjectPageData;
  readonly now: Date;
  readonly wholeOf: string | null;
  readonly refused: RefusedAction | null;
}) {
  const ofSeveral = refusedIn(refused, ...severalActions);
  const options = recordingOptionsOf(all.filter(({ formatOf }) => formatOf === null));
  const menuOf = ({ file, versions }: FileInTable<ProjectFile>) => (
    <VersionMenu {...{ file, versions, options }} isWhole={wholeOf === file.id} />
  );
  return (
    <Panel
      id="files"
      title={files.title}
      aside={
        <a className="small" href={`/portal/projects/${project.id}/delivery`}>
          {delivery.words.delivery.open}
        </a>
      }
    >
      {/* Not in the list: that is not refreshed while it asks about new versions. */}
      <div id="open-comment-list" data-live>
        <OpenCommentsSummary all={openComments} path={`/desk/projects/${project.id}`} />
      </div>
      <div id="file-list" data-live>
        <RecordingList options={options} />
        <VersionProposals files={all} {...{ options, wholeOf }} />
        <FormatProposals files={all} className={proposalStyles.proposals} />
        <SeveralFiles
          projectId={project.id}
          files={all}
          viewer="team"
          mayShare
          projects={otherProjects}
          refused={ofSeveral}
        />
        <DeskFilesTable
          files={all}
          agreedRounds={project.revisionRounds}
          openFor={wholeOf}
          refused={refusedIn(refused, 'describe-file')}
          chosen={new Set(ofSeveral?.entries['file']?.split(' '))}
          {...{ now, menuOf }}
        />
        <ArchiveLinks projectId={project.id} files={all} />
        {all.length > 1 && <VersionDragHint />}
      </div>
      <VersionDragStatus />
      <UploadForm projectId={project.id} to="project" />
    </Panel>
  );
}

/** Renders the desk's project page. */
export function ProjectPageScreen({
  data,
  refused,
  now,
  today,
  messageId,
  draft,
  sound,
  comparison = null,
  wholeOf,
  personId,
}: {
  readonly data: ProjectPageData;
  readonly refused: RefusedAction | null;
  readonly now: Date;
  /** YYYY-MM-DD, in the studio's time zone. */
  readonly today: string;
  /** A new UUID. */
  readonly messageId: string;
  /** The draft in the comment form. */
  readonly draft: CommentDraft;
  readonly sound: SoundQuality;
  /** The comparison with an older version, if the address names one. */
  readonly comparison?: ShownComparison | null;
  /** The file whose version menu lists all recordings, as requested by a link without scripts. */
  readonly wholeOf: string | null;
  /** The signed-in team member. */
  readonly personId: string;
}) {
  const { project, recording } = data;
  const ofIssue = refusedIn(refused, 'issue-invoice', 'add-line', 'save-draft');
  const ofInvoice = refusedIn(refused, 'record-payment', 'refund', 'write-off', 'void-invoice');
  return (
    <div className="wrap">
      <div id="project-head" data-live>
        <Head data={data} />
      </div>
      {!refusedIn(refused, 'add-comment', 'reply-to-comment', 'edit-comment') && (
        <RefusedMessage refused={refused} className={styles.said} />
      )}
      <div className={styles.columns}>
        <div className={styles.wide}>
          <div id="player-slot" data-live={recording ? undefined : ''}>
            {recording && (
              <ReviewPlayer
                path={`/desk/projects/${project.id}`}
                viewer="team"
                agreedRounds={project.revisionRounds}
                {...{ recording, personId, draft, sound, comparison }}
                share={<ShareLink file={recording.file} />}
              />
            )}
          </div>
          <Files {...{ data, now, wholeOf, refused }} />
          <div id="removed-list" data-live>
            <RemovedFilesPanel files={data.removed} />
          </div>
          <ClientUploadsPanel
            projectId={project.id}
            sent={data.sent}
            refused={refusedIn(refused, 'change-sent-limit', 'request-files', 'change-request')}
            today={today}
          />
          {data.money && (
            <Panel id="invoices" title={invoices.title}>
              <PaymentMethods />
              <div id="project-invoices" data-live={ofInvoice ? undefined : ''}>
                <InvoiceTable
                  rows={data.money.invoices.map((invoice) => ({ invoice, project }))}
                  today={today}
                  refused={ofInvoice}
                  isOfOneProject
                />
              </div>
              <DraftsPanel drafts={data.money.drafts} />
              <details className={styles.issue} open={ofIssue !== null}>
                <summary>{invoices.issue}</summary>
                <InvoiceForm data={data.money.form} refused={ofIssue} />
              </details>
            </Panel>
          )}
          <ProjectActivity entries={data.activity} now={now} />
        </div>
        <div className={styles.narrow}>
          <Panel id="details" title={details.title}>
            <ProjectDetailsForm project={project} refused={refusedIn(refused, 'edit')} />
          </Panel>
          <ReceiptsPanel files={data.files} isPublishing={project.publishesReceipts} />
          <ProjectMilestones
            milestones={data.milestones}
            refused={refusedIn(refused, 'add-milestone', 'edit-milestone')}
          />
          <Messages {...{ data, now, messageId }} />
        </div>
      </div>
    </div>
  );
}
