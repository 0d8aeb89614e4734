import type { Db } from '#src/platform/database/database.ts';
import { findToday, mostOfKind, type TodayGroup, type Viewer } from './find-today.ts';

/** How many rows of each kind the whole page shows. */
const shownOfKind = 8;

/** Returns the address of Today, with a kind alone or with all. */
export const hrefOf = (kind: string | null) => (kind === null ? '/desk' : `/desk?kind=${kind}`);

/** Returns what was marked as handled just now, by the address that the action leads to. */
function handledOf(text: string | null) {
  const [kind, item] = (text ?? '').split(':');
  return kind && item ? { kind, item } : null;
}

/** Returns the data of Today: the first rows of every kind, and all rows of the kind that the address names. */
export async function findTodayPage(db: Db, viewer: Viewer, parameters: URLSearchParams) {
  const asked = viewer.kinds.find(({ kind }) => kind === parameters.get('kind')) ?? null;
  const groups = await findToday(db, viewer, shownOfKind);
  const [chosen = null]: (TodayGroup | null)[] =
    asked === null ? [] : await findToday(db, { ...viewer, kinds: [asked] }, mostOfKind);
  return {
    groups,
    chosen,
    look: { now: viewer.now, kind: asked?.kind ?? null },
    handled: handledOf(parameters.get('handled')),
  };
}
