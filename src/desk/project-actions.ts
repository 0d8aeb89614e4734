import type { Action } from '#src/features/accounts/access/action.ts';
import { invoiceActions } from '#src/features/invoices/desk/invoice-actions.ts';
import { issueActions } from '#src/features/invoices/form/form-actions.ts';
import {
  checkProjectForm,
  editProjectAction,
  moveProjectAction,
} from '#src/features/projects/desk/project-actions.ts';
import { askBeforeDelivery, findDeliveryEmail } from './ask-before-delivery.ts';
import { milestoneActions } from '#src/features/projects/milestones/milestone-actions.ts';
import { arrangeActions } from '#src/features/files/arrange/arrange-actions.ts';
import { fileActions } from '#src/features/files/file-actions.ts';
import { clientUploadActions } from '#src/features/files/client-uploads/client-upload-actions.ts';
import { receiptActions } from '#src/features/receipts/publish-receipts.ts';
import { uploadRequestActions } from '#src/features/files/upload-requests/upload-request-actions.ts';
import { versionActions } from '#src/features/review/versions/version-actions.ts';
import { reviewActions } from '#src/features/review/player/review-actions.ts';

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
  move: askBeforeDelivery(moveProjectAction(findDeliveryEmail), {
    projectIdOf: ({ entries }) => entries['projectId'] ?? '',
  }),
};

/** The team's actions on a project's page. */
export const projectActions = {
  edit: askBeforeDelivery(editProjectAction(findDeliveryEmail), {
    projectIdOf: ({ params }) => params['id'] ?? '',
    isComplete: (entries) => checkProjectForm(entries).ok,
  }),
  'add-comment': backToDesk(reviewActions['add-comment']),
  'edit-comment': backToDesk(reviewActions['edit-comment']),
  'mark-comment-done': backToDesk(reviewActions['mark-comment-done']),
  'reopen-comment': backToDesk(reviewActions['reopen-comment']),
  'reply-to-comment': backToDesk(reviewActions['reply-to-comment']),
  ...milestoneActions,
  ...fileActions,
  ...arrangeActions,
  ...versionActions,
  ...clientUploadActions,
  ...receiptActions,
  ...uploadRequestActions,
  ...issueActions,
  ...invoiceActions,
};
