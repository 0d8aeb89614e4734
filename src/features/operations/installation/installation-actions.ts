import words from '#content/installation.yaml';
import {
  doneMessages,
  refusal,
  teamAction,
  type Action,
  type PostContext,
} from '#src/features/accounts/access/action.ts';
import { senderOf } from '#src/features/accounts/security-log/security-log.ts';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { fill } from '#src/platform/fill.ts';
import { taskKinds } from '../tasks/task.table.ts';
import { deleteArchives, startTask } from '../tasks/tasks.ts';
import { certificateQueue, httpsAddressOf } from './certificate.job.ts';

const { errors } = words;
const page = '/desk/installation';
const { saying, doneMessageOf } = doneMessages(words.said);

/** Returns the success message named in the URL. */
export { doneMessageOf };

const gone = refusal(404, errors.gone);

/** Returns the actions of the page "Installation", by name. */
export const installationActionsOf = ({
  request,
  client,
}: Omit<PostContext, 'url'>): Readonly<Record<'start' | 'delete-archive' | 'check-certificate', Action>> => ({
  start: teamAction(async ({ services, person, entries }) => {
    const kind = taskKinds.find((one) => one === entries['kind']);
    if (!kind) return refusal(422, errors.gone);
    const asking = { person, sender: senderOf(request, client) };
    const started = await startTask(services, asking, { kind, testedId: entries['id'] || null });
    if (started.ok) return saying(page, kind);
    if (started.reason === 'room') {
      const [needed, free] = [fileSizeText(started.neededBytes), fileSizeText(started.freeBytes)];
      return refusal(409, fill(errors.room, { needed, free }));
    }
    return started.reason === 'busy' ? refusal(409, errors.busy) : gone;
  }),
  'delete-archive': teamAction(async ({ services, entries }) =>
    (await deleteArchives(services, entries['id'] ?? '')) > 0 ? saying(page, 'removed') : gone,
  ),
  'check-certificate': teamAction(async ({ services: { jobs, db, config } }) => {
    if (!httpsAddressOf(config)) return refusal(409, words.state.certificate.none);
    await jobs.enqueue(db, [{ queue: certificateQueue, data: {} }]);
    return saying(page, 'checking');
  }),
});
