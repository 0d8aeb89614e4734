import { canSeeMoney } from '#src/features/accounts/sessions/session.ts';
import type { HeaderChats } from '#src/features/chat/desk/find-chats.ts';
import type { RouteRequest } from '#src/features/accounts/access/action.ts';
import { findUnread, type UnreadRow, type Viewer } from './find-today.ts';
import { markRead } from './mark-today.ts';
import { kindsFor } from './today-kinds.ts';

type DeskRequest = Omit<RouteRequest<'services' | 'session' | 'unread'>, 'params'>;

/** Returns the team member whose Today it is; null for anyone else. */
export function viewerOf({ services, session }: DeskRequest['locals']): Viewer | null {
  if (session?.person.role !== 'team') return null;
  const { person } = session;
  return { personId: person.id, now: services.clock.now(), kinds: kindsFor(canSeeMoney(session)) };
}

/** Parameters that say which thing a page shows. */
const ofThing = ['file', 'state', 'project', 'client'];

/** Returns true if a row's page is at this address. A project's page shows its messages, too. */
function isAt(path: string | null, { pathname, searchParams, origin }: URL): boolean {
  if (path === null) return false;
  const page = new URL(path, origin);
  const isPage = ofThing.every(
    (name) => !page.searchParams.has(name) || page.searchParams.get(name) === searchParams.get(name),
  );
  return (
    (page.pathname === pathname && isPage) ||
    pathname === `/desk/projects/${page.searchParams.get('project')}`
  );
}

/** A page that nobody looks at, such as one in the background that refreshes itself, reads nothing. */
const isLookedAt = ({ headers }: Request) => headers.get('x-hidden') !== 'true';

/** What every page of the desk shows in its header. */
export type DeskCounts = { readonly unread: number; readonly chats: HeaderChats };

async function countUnread({ request, url, locals }: DeskRequest, viewer: Viewer): Promise<DeskCounts> {
  const { db } = locals.services;
  const hasPaths = url.pathname !== '/desk' && isLookedAt(request);
  const { rows, chats } = await findUnread(db, viewer, { hasPaths });
  const opened = rows.filter(({ path }) => isAt(path, url));
  const seenOf = ({ kind, item, newestMs }: UnreadRow) => ({ kind, item, seenAt: new Date(newestMs) });
  await markRead(db, viewer.personId, opened.map(seenOf));
  return { unread: rows.length - opened.length, chats };
}

/**
 * Returns how many things on Today a team member has not read and the state of the chats, and marks as read what the page
 * shows. Null for anyone else. Computed once for each request.
 */
export function openToday(asked: DeskRequest): Promise<DeskCounts> | null {
  const viewer = viewerOf(asked.locals);
  if (!viewer) return null;
  asked.locals.unread ??= countUnread(asked, viewer);
  return asked.locals.unread;
}
