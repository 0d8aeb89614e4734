/** The visitor's status as the browser stores it. It only caches the server's answer, and unlocks nothing by itself. */
export interface LeadStatus {
  readonly status: string;
  readonly userId: string | null;
  readonly projectIds: readonly string[];
}

/** The server's answer: the status, and whether this browser is signed in as a member of the team. */
export interface Visitor extends LeadStatus {
  readonly role?: 'team';
}

const storageKey = 'antinode:lead-status';
/** Set by the server next to its HttpOnly cookies, so that only a known browser asks. */
const knownCookie = /\bantinode_known=/;
const guest: LeadStatus = { status: 'guest', userId: null, projectIds: [] };

/** The parts of a browser the store needs. `storage` may throw: some browsers block it. */
export interface LeadStatusHost {
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly cookie: () => string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Returns a well-formed status; null for anything else, since anything can be in the storage. */
function leadStatusOf(value: unknown): LeadStatus | null {
  if (typeof value !== 'object' || value === null) return null;
  const { status, userId = null, projectIds = [] } = value as Partial<Record<keyof LeadStatus, unknown>>;
  if (typeof status !== 'string' || (userId !== null && typeof userId !== 'string')) return null;
  if (!Array.isArray(projectIds) || !projectIds.every((id) => typeof id === 'string')) return null;
  return { status, userId, projectIds };
}

/** The lead-status store: kept in local storage where that works, else for the life of the page. */
export function createLeadStatus(host: LeadStatusHost) {
  const listeners = new Set<(now: LeadStatus) => void>();
  let unsaved = guest;

  const read = (): LeadStatus => {
    try {
      return leadStatusOf(JSON.parse(host.storage().getItem(storageKey) ?? 'null')) ?? unsaved;
    } catch {
      return unsaved;
    }
  };
  const write = (now: LeadStatus) => {
    unsaved = now;
    try {
      host.storage().setItem(storageKey, JSON.stringify(now));
    } catch {
      // Storage is blocked or full: only this page keeps the status.
    }
    for (const listener of listeners) listener(now);
  };
  return {
    read,
    setStatus: (status: string) => write({ ...read(), status }),
    setUserId: (userId: string | null) => write({ ...read(), userId }),
    addProjectId: (id: string) => write({ ...read(), projectIds: [...read().projectIds, id] }),
    /** Calls back after every change; returns a function that unsubscribes. */
    subscribe: (listener: (now: LeadStatus) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Asks the server for the visitor's status and replaces the stored one. Null if it was not asked (a first-time
     * guest makes no request) or did not answer: then the stored status must not be trusted.
     */
    reconcile: async (): Promise<Visitor | null> => {
      if (read().status === 'guest' && !knownCookie.test(host.cookie())) return null;
      try {
        const answer = await host.fetch('/api/visitor', { headers: { accept: 'application/json' } });
        const body: unknown = answer.ok ? await answer.json() : null;
        const now = leadStatusOf(body);
        if (!now) return null;
        write(now);
        // Not stored: the browser may be shared.
        return (body as { role?: unknown }).role === 'team' ? { ...now, role: 'team' } : now;
      } catch {
        return null;
      }
    },
  };
}

/** The store of this browser. */
export const browserLeadStatus = () =>
  createLeadStatus({
    storage: () => localStorage,
    cookie: () => document.cookie,
    fetch: (url, init) => fetch(url, init),
  });
