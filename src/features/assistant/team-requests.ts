const timeoutMs = 15_000;

/** What the server answered; `status` is 0 when nobody did, or something else. */
export interface TeamAnswer {
  readonly status: number;
  readonly begun?: boolean;
  readonly token?: string;
  readonly error?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  /** When the team is back, as an ISO date. */
  readonly backAt?: string | null;
}

/** The parts of a browser that a conversation with the team needs; tests hand in their own. */
export interface TeamHost {
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<TeamAnswer>;
  readonly openStream: (path: string) => Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;
  readonly newId: () => string;
}

/** Does something in the conversation that a token opens. */
export const act = (host: TeamHost, token: string, action: string, fields = {}): Promise<TeamAnswer> =>
  host.post(`/chat/${token}?do=${action}`, fields);

/** Posts a form to the server; goes through even when the page is left meanwhile. */
export async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<TeamAnswer> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = (await answer.json()) as object;
    return { ...body, status: answer.status };
  } catch {
    return { status: 0 };
  }
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Does something again after a pause, each time a longer one until it is told that it went well. */
export function createRetry(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  return {
    later: () => {
      clearTimeout(timer);
      timer = setTimeout(run, pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    },
    wentWell: () => {
      clearTimeout(timer);
      pauseMs = firstPauseMs;
    },
  };
}
