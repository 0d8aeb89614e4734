import { DecisionDialogs } from '#src/features/files/approvals/approve-dialog.tsx';
import { ShareLink } from '#src/features/sharing/links/share-link.tsx';
import { FilesTable } from '#src/features/files/lists/files-table.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { FoundProject } from './find-project.ts';
import styles from './project-page.module.css';
import { ProjectAbout, ProjectActivity, ProjectMessages, PortalMilestones } from './project-panels.tsx';
import type { CommentDraft } from '#src/features/review/player/comment-form.tsx';
import type { ShownComparison } from '#src/features/review/compare/comparison-panel.tsx';
import { ReviewPlayer } from '#src/features/review/player/review-player.tsx';
import { OwnUploadsPanel } from '#src/features/files/client-uploads/client-upload-panels.tsx';
import { DeliveredPanel } from '#src/features/delivery/delivered-panel.tsx';
import { UploadForm } from '#src/features/files/uploads/upload-form.tsx';
import type { SoundQuality } from '#src/features/review/player/sound-quality.ts';
import portal from '#content/portal.yaml';
import words from '#content/project.yaml';
import { ArrowLink } from '#src/ui/arrow-link.tsx';
import projectHeadStyles from './project-head.module.css';
import { percentClassOf, ProjectMark } from '#src/features/projects/project-mark.tsx';
import { projectDayText } from '#src/features/projects/project-activity.ts';
import { projectCodeOf } from '#src/features/projects/project-status.ts';
import { fill } from '#src/platform/fill.ts';

/** Renders the header of a client's project page: number, due date, name, status and progress. */
function ProjectHead({
  project,
  isSample,
}: {
  readonly project: FoundProject['project'];
  readonly isSample: boolean;
}) {
  const { number, name, status, progress } = project;
  return (
    <header className={projectHeadStyles.head} id="project-head" data-live>
      <div className={projectHeadStyles.words}>
        <nav aria-label={words.where}>
          <ArrowLink
            className={projectHeadStyles.up}
            label={words.projects}
            icon="arrow-left"
            href="/portal/projects"
          />
        </nav>
        <div className={`italic ${projectHeadStyles.facts}`}>
          <span className="num">{projectCodeOf(number)}</span>
          <span className="num">{projectDayText(project, portal.project)}</span>
          {isSample && <span>{portal.sample}</span>}
        </div>
        <h1 className="title-1" dir="auto">
          {name}
        </h1>
      </div>
      <div className={projectHeadStyles.state}>
        <ProjectMark status={status} />
        <p className={`num ${projectHeadStyles.percent}`}>
          <span className={percentClassOf(progress)} aria-hidden="true">
            {progress}%
          </span>
          <span className="sr-only">{fill(words.done, { percent: String(progress) })}</span>
        </p>
      </div>
    </header>
  );
}

/** Renders a client's project page. */
export function ProjectPage({
  found,
  person,
  isSample,
  now,
  draft,
  sound,
  comparison = null,
  fileError,
  sentError,
  refused,
  today,
}: {
  readonly found: FoundProject;
  readonly person: ClientPerson;
  readonly isSample: boolean;
  readonly now: Date;
  readonly draft: CommentDraft;
  /** The client's preferred sound quality. */
  readonly sound: SoundQuality;
  /** The comparison with an older version, if the address names one. */
  readonly comparison?: ShownComparison | null;
  /** Why an approval was refused. */
  readonly fileError: string | undefined;
  /** Why a sent file was not withdrawn. */
  readonly sentError: string | undefined;
  readonly refused: RefusedAction | null;
  /** YYYY-MM-DD, in the studio's time zone. */
  readonly today: string;
}) {
  const { project, files, toDecide, sheets, recording, milestones, messages, activity } = found;
  const shown = recording?.file;
  const mayApprove = person.permission === 'approve';
  const news = <ProjectMessages projectId={project.id} personId={person.id} {...{ messages, now }} />;
  const plan = <PortalMilestones milestones={milestones} />;
  const asked = found.sent.requests.filter(({ state }) => state === 'open');
  const uploads = (
    <OwnUploadsPanel projectId={project.id} person={person} sent={found.sent} error={sentError} today={today}>
      <UploadForm projectId={project.id} to="inbox" requests={asked} />
    </OwnUploadsPanel>
  );
  // Without recordings, milestones and messages take their place.
  const isBare = files.length === 0;
  return (
    <>
      <ProjectHead project={project} isSample={isSample} />
      <div id="project-delivered" data-live>
        {found.delivered && <DeliveredPanel {...found.delivered} />}
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <div className={styles.slot} id="player-slot" data-live={shown ? undefined : ''}>
            {recording && (
              <ReviewPlayer
                recording={recording}
                path={`/portal/projects/${project.id}`}
                viewer="client"
                personId={person.id}
                agreedRounds={project.revisionRounds}
                draft={draft}
                sound={sound}
                comparison={comparison}
                share={mayApprove && <ShareLink file={recording.file} />}
                mayApprove={mayApprove}
              />
            )}
          </div>
          {asked.length > 0 && uploads}
          <FilesTable
            projectId={project.id}
            error={fileError}
            agreedRounds={project.revisionRounds}
            personId={person.id}
            mayApprove={mayApprove}
            openFor={found.openFor}
            {...{ files, toDecide, now }}
          />
          {asked.length === 0 && uploads}
          {isBare && plan}
          {isBare && news}
        </div>
        <div className={styles.column}>
          {!isBare && plan}
          <ProjectAbout description={project.description} />
          {!isBare && news}
          <ProjectActivity personId={person.id} {...{ activity, now }} />
        </div>
      </div>
      {mayApprove && (
        <DecisionDialogs
          shownFileId={shown?.id ?? null}
          agreedRounds={project.revisionRounds}
          {...{ files, toDecide, sheets, refused }}
        />
      )}
    </>
  );
}
