/** The response: `status` is 0 if there was none, `said` is null if it was not JSON. */
export type Posted<Said> = {
  readonly status: number;
  readonly isOk: boolean;
  readonly said: Partial<Said> | null;
};

/** Sends a POST request and returns the unchecked JSON response. Never throws. */
export async function postBody<Said extends object>(
  address: string,
  body: FormData | URLSearchParams,
  { timeoutMs, keepalive = false }: { readonly timeoutMs: number; readonly keepalive?: boolean },
): Promise<Posted<Said>> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      keepalive,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const said = (await answer.json().catch(() => null)) as Partial<Said> | null;
    return { status: answer.status, isOk: answer.ok, said };
  } catch {
    return { status: 0, isOk: false, said: null };
  }
}
