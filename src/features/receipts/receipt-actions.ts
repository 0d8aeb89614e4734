import words from '#content/receipts.yaml';
import { refusal, teamAction } from '#src/features/accounts/access/action.ts';
import { postedFileKey } from '#src/features/files/file-actions.ts';
import { publishProjectReceipts, publishReceipt } from './publish-receipts.ts';

const { publishing } = words;

/** Publishes or withdraws the receipt of the posted file and returns to it. */
const oneAction = (isPublished: boolean) =>
  teamAction(async (input) => {
    const { services, person } = input;
    const key = postedFileKey(input);
    const done = await publishReceipt(services.db, services, person, { ...key, isPublished });
    if (!done.ok) return refusal(404, publishing.gone);
    return { ok: true, next: `/portal/files/${key.fileId}/receipt` };
  });

/** Publishes or withdraws all receipts of the project in the URL. */
const allAction = (isPublished: boolean) =>
  teamAction(async ({ services, person, params }) => {
    const { id: projectId = '' } = params;
    const done = await publishProjectReceipts(services.db, services, person, { projectId, isPublished });
    if (!done.ok) return refusal(404, publishing.project.gone);
    return { ok: true, next: `/desk/projects/${projectId}#receipts` };
  });

/** The team's actions on the receipts of a project. */
export const receiptActions = {
  'publish-receipt': oneAction(true),
  'withdraw-receipt': oneAction(false),
  'publish-receipts': allAction(true),
  'withdraw-receipts': allAction(false),
};
