import { approvalIdOf, ApproveDialogs } from '#src/features/files/approvals/approve-dialog.tsx';
import { ShareLink } from '#src/features/sharing/links/share-link.tsx';
import { FilesTable } from '#src/features/files/lists/files-table.tsx';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { FoundProject } from './find-project.ts';
import { ProjectHead } from './project-head.tsx';
import styles from './project-page.module.css';
import { ProjectAbout, ProjectActivity, ProjectMessages, PortalMilestones } from './project-panels.tsx';
import type { CommentDraft } from '#src/features/review/player/comment-form.tsx';
import { ReviewPlayer } from '#src/features/review/player/review-player.tsx';
import { OwnUploadsPanel } from '#src/features/files/client-uploads/client-upload-panels.tsx';
import { UploadForm } from '#src/features/files/uploads/upload-form.tsx';
import type { SoundQuality } from '#src/features/review/player/sound-quality.ts';

/** A client's page of a project. */
export function ProjectPage({
  found,
  person,
  isSample,
  now,
  draft,
  sound,
  fileError,
  sentError,
}: {
  readonly found: FoundProject;
  readonly person: ClientPerson;
  readonly isSample: boolean;
  readonly now: Date;
  readonly draft: CommentDraft;
  /** The sound quality that the client wants. */
  readonly sound: SoundQuality;
  /** Why an approval was refused. */
  readonly fileError: string | undefined;
  /** Why something was not withdrawn. */
  readonly sentError: string | undefined;
}) {
  const { project, files, sheets, recording, milestones, messages, activity } = found;
  const shown = recording?.file;
  const mayApprove = person.may === 'approve';
  const news = <ProjectMessages projectId={project.id} personId={person.id} {...{ messages, now }} />;
  const plan = <PortalMilestones milestones={milestones} />;
  // Before there is anything to hear, the plan and the messages take its place.
  const isBare = files.length === 0;
  return (
    <>
      <ProjectHead project={project} isSample={isSample} />
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
                share={mayApprove && <ShareLink file={recording.file} />}
                approvalId={shown?.isWaiting && mayApprove ? approvalIdOf(recording.file.id) : null}
              />
            )}
          </div>
          <FilesTable
            projectId={project.id}
            error={fileError}
            agreedRounds={project.revisionRounds}
            personId={person.id}
            mayApprove={mayApprove}
            {...{ files, now }}
          />
          <OwnUploadsPanel projectId={project.id} person={person} sent={found.sent} error={sentError}>
            <UploadForm projectId={project.id} to="inbox" />
          </OwnUploadsPanel>
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
      {mayApprove && <ApproveDialogs files={files} sheets={sheets} shownFileId={shown?.id ?? null} />}
    </>
  );
}
