import { mayPass, whoOf, type Access } from './access.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Services } from '#src/platform/services/services.ts';

/** How a request that the access policy refuses is answered. */
export type TurnedAway =
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
export function turnAway(
  access: Access,
  session: Session | null,
  { method, headers, from }: { method: string; headers: Headers; from: string },
): TurnedAway {
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
