/** A message of the browser's protocol, https://chromedevtools.github.io/devtools-protocol/. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly targetInfo?: { readonly type: string } };
  readonly error?: { readonly message: string };
}

/**
 * Has a Chromium tell every page that is opened from now on, by whomever, that the machine has so many cores. Resolves when it
 * does; `refusal` is why it did not for some page, or null.
 */
export async function claimCores(address: string, hardwareConcurrency: number) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the browser does not answer')));
  });
  let last = 0;
  let refusal: string | null = null;
  const claims = new Set<number>();
  const send = (method: string, params: object = {}, sessionId?: string) => {
    last += 1;
    socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }));
    return last;
  };
  const attached = Promise.withResolvers<void>();
  const first = send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, error } = JSON.parse(String(data)) as Message;
    if (id === first && error) attached.reject(new Error(error.message));
    if (id === first) attached.resolve();
    if (id !== undefined && claims.has(id) && error) refusal = error.message;
    if (method !== 'Target.attachedToTarget' || params?.sessionId === undefined) return;
    const { sessionId, targetInfo } = params;
    if (targetInfo?.type === 'page')
      claims.add(send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency }, sessionId));
    send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  });
  await attached.promise;
  return {
    refusal: () => refusal,
    /** Of how many pages. */
    count: () => claims.size,
    close: () => socket.close(),
  };
}
