import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Where an SMTP exchange can break: before the greeting, at a command, or after the content. */
export const stages = ['greeting', 'EHLO', 'MAIL FROM', 'RCPT TO', 'DATA', 'content'] as const;
export type Stage = (typeof stages)[number];

/**
 * The server's reaction at a stage: hang up, stop responding, or reply with a code. `hang up late` hangs up after
 * storing the content.
 */
export type Break = {
  readonly stage: Stage;
  readonly how: 'hang up' | 'fall silent' | 'hang up late' | '451' | '550';
};

const stageOf = (heard: string): Stage | null =>
  (['EHLO', 'MAIL FROM', 'RCPT TO', 'DATA'] as const).find((stage) =>
    heard.toUpperCase().startsWith(stage),
  ) ?? null;

const usual = {
  greeting: '220 hi',
  EHLO: '250 ok',
  'MAIL FROM': '250 ok',
  'RCPT TO': '250 ok',
  DATA: '354 go',
  content: '250 kept',
};

/** A mail server on loopback that fails on request and keeps the Message-IDs and text of accepted mail. */
export async function startBrokenMailServer() {
  const taken: { readonly messageId: string; readonly text: string }[] = [];
  const sockets = new Set<Socket>();
  let breaking: Break | null = null;
  let met = 0;

  /** Replies at a stage, or fails there. Returns whether the exchange continues as usual. */
  function answer(socket: Socket, stage: Stage, content = ''): boolean {
    const broken = breaking;
    const isBroken = broken?.stage === stage;
    if (isBroken) met += 1;
    const isKept = stage === 'content' && (!isBroken || broken.how === 'hang up late');
    if (isKept) {
      taken.push({ messageId: /^message-id:\s*<([^>]+)>/im.exec(content)?.[1] ?? '', text: content });
    }
    if (!isBroken) socket.write(`${usual[stage]}\r\n`);
    else if (broken.how.startsWith('hang up')) socket.destroy();
    else if (broken.how !== 'fall silent') socket.write(`${broken.how} no\r\n`);
    return !isBroken;
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let heard = '';
    let isContent = false;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (!heard.endsWith(isContent ? '\r\n.\r\n' : '\r\n')) return;
      const said = heard;
      heard = '';
      const stage = isContent ? 'content' : stageOf(said);
      if (stage !== null) isContent = answer(socket, stage, said) && stage === 'DATA';
      else if (/^RSET/i.test(said)) socket.write('250 ok\r\n');
      else socket.end('221 bye\r\n');
    });
    answer(socket, 'greeting');
  });
  const endConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    endConnections();
    await closed;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    /** How often it has failed. */
    met: () => met,
    /** Sets the failure for each following email, on a new connection at first; null for none. */
    breakAt(next: Break | null) {
      breaking = next;
      endConnections();
    },
    /** Refuses every connection until `comeBack`. */
    goDown: close,
    comeBack: () => listen(port),
    close,
  };
}
