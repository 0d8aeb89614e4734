import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { validate } from 'uuid';
import words from '#content/handover.yaml';
import { isSure, question, type Action, type ActionInput } from '#src/features/accounts/access/action.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { finalsOf, finalsText } from '#src/features/delivery/finals.ts';
import { namesText } from '#src/workspace/count-words.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { listProjectFiles, type ProjectFile } from '#src/features/files/list-project-files.ts';
import type { FindDeliveryEmail } from '#src/features/projects/desk/project-actions.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill } from '#src/platform/fill.ts';
import { momentDayText } from '#src/workspace/time-text.ts';

const { ask: texts } = words.delivered;

/** Returns true if the client requested changes and there is no newer version yet. */
const isChanging = ({ state, recordingId, version }: ProjectFile, files: readonly ProjectFile[]) =>
  state === 'changes-requested' &&
  !files.some((other) => other.recordingId === recordingId && other.version > version);

/** Returns what a delivery would do; null if there is no such project or it is delivered. */
async function findDelivery(db: Db, projectId: string) {
  if (!validate(projectId)) return null;
  const { clientId, status, deliveryEmailedAt: emailedAt } = projects;
  const [project] = await db
    .select({ clientId, status, emailedAt })
    .from(projects)
    .where(eq(projects.id, projectId));
  if (!project || project.status === 'delivered') return null;
  const isReached = and(
    eq(people.clientId, project.clientId),
    isNull(people.disabledAt),
    ne(people.mailPreference, 'none'),
  );
  const readers = await db
    .select({ name: people.name })
    .from(people)
    .where(isReached)
    .orderBy(asc(people.name));
  const files = await listProjectFiles(db, projectId);
  return {
    emailedAt: project.emailedAt,
    readers: readers.map(({ name }) => name),
    waiting: files.filter(({ isWaiting }) => isWaiting).map((file) => fileLabelOf(file)),
    changing: files.filter((file) => isChanging(file, files)).map((file) => fileLabelOf(file)),
    finals: finalsOf(files),
  };
}

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

/** The field of the answers of the question that are not the first. */
const field = 'email';

/** Returns the question before a delivery; null if nothing waits and no one is emailed. */
function questionOf({ emailedAt, readers, waiting, changing, finals }: Delivery) {
  const [one, several] = texts.waiting;
  const open = [
    ...(waiting.length > 0
      ? [fill(waiting.length === 1 ? one : several, { files: namesText(waiting) })]
      : []),
    ...(changing.length > 0 ? [fill(texts.changes, { files: namesText(changing) })] : []),
  ];
  const isQuiet = readers.length === 0;
  if (isQuiet && open.length === 0) return null;
  const email = [
    fill(texts.email, { people: namesText(readers) }),
    finals.length === 0 ? texts.noFinals : finalsText(finals, texts.finals),
  ];
  const about = emailedAt === null ? email : [fill(texts.emailed, { day: momentDayText(emailedAt) })];
  const answers =
    emailedAt === null
      ? { yes: texts.deliver, other: { label: texts.quietly, field, value: 'no' } }
      : { yes: texts.yes, other: { label: texts.again, field, value: 'again' } };
  return question(texts.title, {
    texts: [...open, ...(isQuiet ? [texts.nobody] : about)],
    ...(isQuiet ? { yes: texts.yes } : answers),
  });
}

/** Returns the email of a confirmed delivery: the first time unless it was declined, later only on request. */
export const findDeliveryEmail: FindDeliveryEmail = async ({ services, entries }, projectId) => {
  const delivery = entries['status'] === 'delivered' ? await findDelivery(services.db, projectId) : null;
  if (!delivery || delivery.readers.length === 0) return null;
  const isEmailed = delivery.emailedAt === null ? entries[field] !== 'no' : entries[field] === 'again';
  return isEmailed ? { finals: finalsText(delivery.finals) } : null;
};

/**
 * Wraps an action that sets a project's status: asks before "delivered", with the files waiting for approval and what
 * the client is emailed. The action itself refuses a form with errors.
 */
export const askBeforeDelivery =
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
    const delivery = await findDelivery(input.services.db, projectIdOf(input));
    return (delivery && questionOf(delivery)) ?? act(input);
  };
