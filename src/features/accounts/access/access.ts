import type { Session } from '#src/features/accounts/sessions/session.ts';

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
