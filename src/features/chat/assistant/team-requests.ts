import type { Stream } from '#src/platform/follow-stream.client.ts';
import { postBody } from '#src/platform/post-body.client.ts';

/** What the server answered; `status` is 0 when nobody did, or something else. */
export interface TeamAnswer {
  readonly status: number;
  readonly begun?: boolean;
  /** Whether a team member is there. */
  readonly isOpen?: boolean;
  readonly token?: string;
  readonly error?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  /** When the team is back, as an ISO date. */
  readonly backAt?: string | null;
}

/** The parts of a browser that a conversation with the team needs; tests hand in their own. */
export interface TeamHost {
  readonly post: (path: string, fields: Readonly<Record<string, string>>) => Promise<TeamAnswer>;
  /** Asks the server for something. */
  readonly get: (path: string) => Promise<TeamAnswer>;
  readonly openStream: (path: string) => Stream;
  readonly newId: () => string;
}

/** Posts one of the actions of `/chat/[token]` with its fields. Resolves to what was answered, whatever that is; nothing is thrown. */
export const postAction = (host: TeamHost, token: string, action: string, fields = {}): Promise<TeamAnswer> =>
  host.post(`/chat/${token}?do=${action}`, fields);

/** Posts a form to the server; goes through even when the page is left meanwhile. */
export async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<TeamAnswer> {
  const options = { timeoutMs: 15_000, keepalive: true };
  const { status, said } = await postBody<TeamAnswer>(path, new URLSearchParams(fields), options);
  return said ? { ...said, status } : { status: 0 };
}

/** Asks the server whether something is so; nothing is thrown. */
export async function getAnswer(path: string): Promise<TeamAnswer> {
  try {
    const answer = await fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(15_000),
    });
    return { ...((await answer.json()) as TeamAnswer), status: answer.status };
  } catch {
    return { status: 0 };
  }
}
