import { and, asc, desc, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import words from '#content/desk-projects.yaml';
import { isSure, question } from '#src/features/accounts/access/person-action.ts';
import type { Action, ActionInput } from '#src/features/accounts/access/take-action.ts';
import { listText } from '#src/workspace/count-words.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { waitsForApproval } from '#src/features/files/list-project-files.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { fill, nameOf } from '#src/platform/fill.ts';

const { delivery: text } = words;

/** Names the files of a project that wait for approval, the latest first; none if it is delivered or does not exist. */
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

/** The names that a question has room for. */
const mostNamed = 8;

/**
 * Makes an action that sets a project's status ask first if that is "delivered" while files wait for approval, and name them. A form
 * with errors is refused by the action itself, before anything is asked.
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
    const waiting = await listWaitingFiles(input.services.db, projectIdOf(input));
    if (waiting.length === 0) return act(input);
    const named = waiting.slice(0, mostNamed).map((name) => nameOf(name, ''));
    const others = waiting.length - named.length;
    const names = [...named, ...(others > 0 ? [fill(text.others, { count: String(others) })] : [])];
    const [one, several] = text.waiting;
    const sentence = fill(waiting.length === 1 ? one : several, { files: listText(names) });
    return question(text.title, { texts: [sentence], yes: text.yes });
  };
