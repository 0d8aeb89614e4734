import { approvalIdOf, ApproveDialogs } from '#src/features/recordings/files/approve-dialog.tsx';
import { FilesTable } from '#src/features/recordings/files/files-table.tsx';
import type { FoundProject } from './find-project.ts';
import { ProjectHead } from './project-head.tsx';
import styles from './project-page.module.css';
import { ProjectAbout, ProjectActivity, ProjectMessages, ProjectMilestones } from './project-panels.tsx';
import type { CommentDraft } from '#src/features/recordings/review/comment-form.tsx';
import { ReviewPlayer } from '#src/features/recordings/review/review-player.tsx';
import type { SoundQuality } from '#src/features/recordings/review/sound-quality.ts';

/** A client's page of a project. */
export function ProjectPage({
  found,
  clientId,
  isSample,
  now,
  draft,
  sound,
  fileError,
}: {
  readonly found: FoundProject;
  readonly clientId: string;
  readonly isSample: boolean;
  readonly now: Date;
  readonly draft: CommentDraft;
  /** What the client wants to hear. */
  readonly sound: SoundQuality;
  /** Why an approval was refused. */
  readonly fileError: string | undefined;
}) {
  const { project, files, sheets, recording, milestones, messages, activity } = found;
  const shown = recording?.file;
  const news = <ProjectMessages projectId={project.id} messages={messages} now={now} />;
  const plan = <ProjectMilestones milestones={milestones} />;
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
                personId={clientId}
                agreedRounds={project.revisionRounds}
                draft={draft}
                sound={sound}
                approvalId={shown?.isWaiting ? approvalIdOf(recording.file.id) : null}
              />
            )}
          </div>
          <FilesTable
            projectId={project.id}
            error={fileError}
            agreedRounds={project.revisionRounds}
            {...{ files, clientId, now }}
          />
          {isBare && plan}
          {isBare && news}
        </div>
        <div className={styles.column}>
          {!isBare && plan}
          <ProjectAbout description={project.description} />
          {!isBare && news}
          <ProjectActivity {...{ activity, clientId, now }} />
        </div>
      </div>
      <ApproveDialogs files={files} sheets={sheets} shownFileId={shown?.id ?? null} />
    </>
  );
}
