import type { Session } from '#src/features/accounts/sessions/session.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Services } from '#src/platform/services/services.ts';

/** How a request that the access policy refuses is answered. */
type AccessRefusal =
  /** A page of ours takes the place of the one asked for. */
  | { readonly kind: 'page'; readonly path: '/access-restricted' | '/sign-in' }
  /** They must first confirm that it is them; their request goes on after that. */
  | { readonly kind: 'confirm' }
  /** The second factor comes first. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A short answer for a program, and where a person could go on. */
  | { readonly kind: 'plain'; readonly status: 401 | 403; readonly confirm?: string };

/** Does the sender show pages to a person? A program says that it reads something else. */
function readsPages(headers: Headers): boolean {
  const accept = headers.get('accept');
  if (accept === null || accept.includes('text/html')) return true;
  return accept.includes('*/*') && !accept.includes('json') && !accept.includes('event-stream');
}

/**
 * Decides how to answer a request that the policy refuses. The portal answers everybody but clients with Access Restricted, also
 * for what only some of a client's people may do. Other pages ask visitors to sign in, and answer the wrong role with Access
 * Restricted. A team member whose second factor is due is redirected to it. A person who may, but confirmed too long ago, is asked
 * to confirm again.
 */
export function refuseRequest(
  access: Access,
  session: Session | null,
  { method, headers, from }: { method: string; headers: Headers; from: string },
): AccessRefusal {
  const who = whoOf(access);
  const isOnlyLate = mayPass(who, session);
  if (!readsPages(headers)) {
    if (isOnlyLate) return { kind: 'plain', status: 403, confirm: '/confirm' };
    return { kind: 'plain', status: session?.isComplete ? 403 : 401 };
  }
  if (isOnlyLate) return { kind: 'confirm' };
  if (who === 'client' || who === 'approver') return { kind: 'page', path: '/access-restricted' };
  if (session === null) return { kind: 'page', path: '/sign-in' };
  if (session.isComplete) return { kind: 'page', path: '/access-restricted' };
  if (method !== 'GET' && method !== 'HEAD') return { kind: 'plain', status: 401 };
  return {
    kind: 'redirect',
    location: `/sign-in/passkey?${new URLSearchParams({ next: from }).toString()}`,
  };
}

const toldMs = 10 * minuteMs;
const mostTold = 20;

/**
 * Returns a function that logs each request that the policy refuses to a signed-in person: their id and role, the name of the
 * route, and who may use it. It logs at most twenty lines per person in ten minutes, the last of which says so. A person who only
 * has to take another step of signing in is not logged.
 */
export function createRefusedLog() {
  let sinceMs = 0;
  const told = new Map<string, number>();
  return (
    { log, clock }: Pick<Services, 'log' | 'clock'>,
    access: Access,
    session: Session | null,
    asked: { readonly method: string; readonly route: string },
  ): void => {
    if (!session?.isComplete || mayPass(whoOf(access), session)) return;
    const nowMs = clock.now().getTime();
    if (nowMs - sinceMs >= toldMs) {
      told.clear();
      sinceMs = nowMs;
    }
    const { id: person, role } = session.person;
    const times = (told.get(person) ?? 0) + 1;
    told.set(person, times);
    if (times > mostTold) return;
    const more = times === mostTold ? { more: 'left out' } : {};
    log.warn('access refused', { person, role, ...asked, for: whoOf(access), ...more });
  };
}

/**
 * Who may ask for something. `public`: anybody, and the answer is the same for everybody. `visitor`: anybody, but the answer
 * depends on their session. `client`, `team`: a signed-in person of that role. `approver`: a client's person who may approve.
 * `team-or-approver`: one of these two. `person`: anybody who is signed in. `started`: also a team member whose second factor is
 * still due.
 */
type Who = 'public' | 'visitor' | 'client' | 'approver' | 'team-or-approver' | 'team' | 'person' | 'started';

/** `recent-…`: only within some minutes of showing that it is them; later they are asked again (`/confirm`). */
export type Access = Who | `recent-${'team' | 'approver' | 'person' | 'started'}`;

/** The policy of one route: who may read it, and who may do each of its actions (`POST …?do=<action>`) or use another method. */
export type RoutePolicy = Readonly<{
  GET?: Access;
  POST?: Access | Readonly<Record<string, Access>>;
  HEAD?: Access;
  PATCH?: Access;
  DELETE?: Access;
  OPTIONS?: Access;
}>;

export type AccessPolicy = Readonly<Record<string, RoutePolicy>>;

/** Returns who may make a request; undefined if the policy has no entry for it, which refuses everybody. */
export function accessOf(policy: RoutePolicy, method: string, action: string | null): Access | undefined {
  const declared = policy[method as keyof RoutePolicy] ?? (method === 'HEAD' ? policy.GET : undefined);
  if (declared === undefined || typeof declared === 'string') return declared;
  return action !== null && Object.hasOwn(declared, action) ? declared[action] : undefined;
}

/** Returns who may ask, without the rule that they must have confirmed recently. */
export const whoOf = (access: Access) => access.replace('recent-', '') as Who;

/** True if this session may make the request; a null session is a visitor who is not signed in. */
export function mayPass(access: Access, session: Session | null): boolean {
  const who = whoOf(access);
  if (who !== access) return session?.isRecent === true && mayPass(who, session);
  if (access === 'public' || access === 'visitor') return true;
  if (access === 'started') return session !== null;
  if (!session?.isComplete) return false;
  const { person } = session;
  const isApprover = person.role === 'client' && person.may === 'approve';
  if (access === 'approver') return isApprover;
  if (access === 'team-or-approver') return isApprover || person.role === 'team';
  return access === 'person' || person.role === access;
}
