import type { Session } from '#src/features/accounts/sessions/session.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Services } from '#src/platform/services/services.ts';

/** The response to a request that the access policy refuses. */
type AccessRefusal =
  /** Renders this page instead of the requested one. */
  | { readonly kind: 'page'; readonly path: '/access-restricted' | '/sign-in' }
  /** They must confirm their identity first; then their request continues. */
  | { readonly kind: 'confirm' }
  /** The second factor comes first. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** A short text for a program, and the page where a person can confirm. */
  | { readonly kind: 'plain'; readonly status: 401 | 403; readonly confirm?: string };

/** Returns true if the client displays HTML; other programs accept another type. */
function readsPages(headers: Headers): boolean {
  const accept = headers.get('accept');
  if (accept === null || accept.includes('text/html')) return true;
  return accept.includes('*/*') && !accept.includes('json') && !accept.includes('event-stream');
}

/**
 * Returns the response to a request that the policy refuses. Portal pages show Access Restricted to everyone but clients, also for
 * what only approvers may do. Other pages ask visitors to sign in, and show Access Restricted to the wrong role. A team member whose
 * second factor is due is redirected to it. A person whose confirmation is too old is asked to confirm again.
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

const logWindowMs = 10 * minuteMs;
const mostLogged = 20;

/**
 * Returns a function that logs each request that the policy refuses to a signed-in person: their id and role, the name of the
 * route, and who may use it. It logs at most twenty lines per person in ten minutes; the last one says that others are left out. A
 * person who only has to complete signing in or confirm again is not logged.
 */
export function createRefusedLog() {
  let sinceMs = 0;
  const logged = new Map<string, number>();
  return (
    { log, clock }: Pick<Services, 'log' | 'clock'>,
    access: Access,
    session: Session | null,
    asked: { readonly method: string; readonly route: string },
  ): void => {
    if (!session?.isComplete || mayPass(whoOf(access), session)) return;
    const nowMs = clock.now().getTime();
    if (nowMs - sinceMs >= logWindowMs) {
      logged.clear();
      sinceMs = nowMs;
    }
    const { id: person, role } = session.person;
    const times = (logged.get(person) ?? 0) + 1;
    logged.set(person, times);
    if (times > mostLogged) return;
    const more = times === mostLogged ? { more: 'left out' } : {};
    log.warn('access refused', { person, role, ...asked, for: whoOf(access), ...more });
  };
}

/**
 * Who may make a request. `public`: anyone, with the same response for everyone. `visitor`: anyone, but the response
 * depends on their session. `client`, `team`: a signed-in person of that role. `approver`: a client's person who may approve.
 * `money`: a team member who may see invoices and amounts. `team-or-approver`, `money-or-approver`: one of these two. `person`: anyone who is signed in. `started`: also a team member whose second factor is
 * still due.
 */
type Who =
  | 'public'
  | 'visitor'
  | 'client'
  | 'approver'
  | 'team'
  | 'money'
  | 'team-or-approver'
  | 'money-or-approver'
  | 'person'
  | 'started';

/** `recent-…`: only within ten minutes of confirming their identity; later they have to confirm again (`/confirm`). */
export type Access = Who | `recent-${'team' | 'money' | 'approver' | 'person' | 'started'}`;

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

/** Returns who may make a request; undefined if the policy has no entry for it: then the request is refused. */
export function accessOf(policy: RoutePolicy, method: string, action: string | null): Access | undefined {
  const declared = policy[method as keyof RoutePolicy] ?? (method === 'HEAD' ? policy.GET : undefined);
  if (declared === undefined || typeof declared === 'string') return declared;
  return action !== null && Object.hasOwn(declared, action) ? declared[action] : undefined;
}

/** Returns the access without the requirement of a recent confirmation. */
export const whoOf = (access: Access) => access.replace('recent-', '') as Who;

/** Returns true if this session may make the request; a null session is a visitor who is not signed in. */
export function mayPass(access: Access, session: Session | null): boolean {
  const who = whoOf(access);
  if (who !== access) return session?.isRecent === true && mayPass(who, session);
  if (access === 'public' || access === 'visitor') return true;
  if (access === 'started') return session !== null;
  if (!session?.isComplete) return false;
  const { person } = session;
  const isApprover = person.role === 'client' && person.permission === 'approve';
  const hasMoney = person.role === 'team' && person.canSeeMoney;
  if (access === 'approver') return isApprover;
  if (access === 'money') return hasMoney;
  if (access === 'money-or-approver') return isApprover || hasMoney;
  if (access === 'team-or-approver') return isApprover || person.role === 'team';
  return access === 'person' || person.role === access;
}
