import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Where an exchange of SMTP can break: before the greeting, at a command, or after the content. */
export const stages = ['greeting', 'EHLO', 'MAIL FROM', 'RCPT TO', 'DATA', 'content'] as const;
export type Stage = (typeof stages)[number];

/** What the server does at a stage: hang up, say nothing more, or answer with a code. `hang up late`: it has kept the content. */
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

/** A mail server on loopback that breaks as it is told, and keeps the Message-IDs and the text of what it took. */
export async function startBrokenMailServer() {
  const taken: { readonly messageId: string; readonly text: string }[] = [];
  const sockets = new Set<Socket>();
  let breaking: Break | null = null;
  let met = 0;

  /** Answers a stage, or breaks there. Returns whether the exchange goes on as usual. */
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
    /** How often it has broken. */
    met: () => met,
    /** From now on each mail meets this, over a connection of its own at first; no break at all with null. */
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
