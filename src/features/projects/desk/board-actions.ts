import { refusal, teamAction } from '#src/features/accounts/access/person-action.ts';
import words from '#content/desk-projects.yaml';
import { fill } from '#src/platform/fill.ts';
import { moveProject } from '#src/features/projects/change-project.ts';
import { isStatus } from '#src/features/projects/project-status.ts';

const { board, errors, statuses } = words;

/** A card goes to another column. `filter` is the query with which the board was shown. */
const move = teamAction(async ({ services, person, entries }) => {
  const { projectId = '', status = '', version = '', filter = '' } = entries;
  if (!isStatus(status)) return refusal(422, errors.status);
  const known = /^\d{1,9}$/.test(version) ? Number(version) : 0;
  const moved = await moveProject(services.db, services, person, { projectId, status, version: known });
  if (moved.ok) {
    const next = filter.startsWith('?') ? `/desk/projects${filter}` : '/desk/projects';
    return { ok: true, next: `${next}#card-${projectId}`, data: { version: String(moved.version) } };
  }
  if (moved.reason === 'not-found') return refusal(404, board.gone);
  return refusal(409, fill(board.stale, { column: statuses[moved.status] }));
});

export const boardActions = { move };
