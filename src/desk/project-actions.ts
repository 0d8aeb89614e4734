import { type Action, isSure, question, type ActionInput } from '#src/features/accounts/access/action.ts';
import { invoiceActions, issueActions } from '#src/features/invoices/desk/invoice-actions.ts';
import { messageAction } from '#src/features/projects/messages/send-message.ts';
import {
  boardActions,
  checkProjectForm,
  editProjectAction,
} from '#src/features/projects/desk/project-actions.ts';
import { milestoneActions } from '#src/features/projects/milestones/milestone-actions.ts';
import { fileActions } from '#src/features/files/file-actions.ts';
import { clientUploadActions } from '#src/features/files/client-uploads/client-upload-actions.ts';
import { versionActions } from '#src/features/review/versions/version-actions.ts';
import { reviewActions } from '#src/features/review/player/review-actions.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import words from '#content/desk-projects.yaml';
import { listText } from '#src/workspace/count-words.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { waitsForApproval } from '#src/features/files/list-project-files.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill, nameOf } from '#src/platform/fill.ts';

const { delivery: text } = words;

/** Returns the project's files waiting for approval, latest first; none if it is delivered or missing. */
async function listWaitingFiles(db: Db, projectId: string): Promise<string[]> {
  if (!validate(projectId)) return [];
  const rows = await db
    .select({ name: files.name, status: projects.status })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(eq(files.projectId, projectId), waitsForApproval))
    .orderBy(desc(files.uploadedAt), asc(files.id));
  return rows.filter(({ status }) => status !== 'delivered').map(({ name }) => name);
}

/** Maximum number of file names in a question. */
const mostNamed = 8;

/**
 * Wraps an action that sets a project's status: asks first, listing the files, if the status is "delivered" while files
 * are waiting for approval. The action itself refuses a form with errors.
 */
const askBeforeDelivery =
  (
    act: Action,
    {
      projectIdOf,
      isComplete = () => true,
    }: {
      readonly projectIdOf: (input: ActionInput) => string;
      readonly isComplete?: (entries: ActionInput['entries']) => boolean;
    },
  ): Action =>
  async (input) => {
    const { status } = input.entries;
    if (status !== 'delivered' || isSure(input.entries) || !isComplete(input.entries)) return act(input);
    const waiting = await listWaitingFiles(input.services.db, projectIdOf(input));
    if (waiting.length === 0) return act(input);
    const named = waiting.slice(0, mostNamed).map((name) => nameOf(name, ''));
    const others = waiting.length - named.length;
    const names = [...named, ...(others > 0 ? [fill(text.others, { count: String(others) })] : [])];
    const [one, several] = text.waiting;
    const sentence = fill(waiting.length === 1 ? one : several, { files: listText(names) });
    return question(text.title, { texts: [sentence], yes: text.yes });
  };

/** Wraps a portal action so that it returns to the desk's page of the same subject. */
const backToDesk =
  (act: Action): Action =>
  async (input) => {
    const outcome = await act(input);
    if (!outcome.ok || outcome.next === undefined) return outcome;
    return { ...outcome, next: outcome.next.replace(/^\/portal\//, '/desk/') };
  };

/** The actions of the project board. */
export const projectBoardActions = {
  move: askBeforeDelivery(boardActions.move, { projectIdOf: ({ entries }) => entries['projectId'] ?? '' }),
};

/** The team's actions on a project's page. */
export const projectActions = {
  edit: askBeforeDelivery(editProjectAction, {
    projectIdOf: ({ params }) => params['id'] ?? '',
    isComplete: (entries) => checkProjectForm(entries).ok,
  }),
  'add-comment': backToDesk(reviewActions['add-comment']),
  'edit-comment': backToDesk(reviewActions['edit-comment']),
  'mark-comment-done': backToDesk(reviewActions['mark-comment-done']),
  'reopen-comment': backToDesk(reviewActions['reopen-comment']),
  'reply-to-comment': backToDesk(reviewActions['reply-to-comment']),
  'send-message': messageAction((projectId) => `/desk/projects/${projectId}#messages`),
  ...milestoneActions,
  ...fileActions,
  ...versionActions,
  ...clientUploadActions,
  ...issueActions,
  ...invoiceActions,
};
