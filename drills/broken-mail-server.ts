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
  let connections = 0;

  /** Answers a stage; false where the connection ends, or nothing more is said. */
  function answer(socket: Socket, stage: Stage, broken: Break | null, content: string): void {
    const isBroken = broken?.stage === stage;
    const isKept = stage === 'content' && (!isBroken || broken.how === 'hang up late');
    if (isKept) {
      taken.push({ messageId: /^message-id:\s*<([^>]+)>/im.exec(content)?.[1] ?? '', text: content });
    }
    if (!isBroken) socket.write(`${usual[stage]}\r\n`);
    else if (broken.how.startsWith('hang up')) socket.destroy();
    else if (broken.how !== 'fall silent') socket.write(`${broken.how} no\r\n`);
  }

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    const broken = breaking;
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
      if (stage === null) {
        socket.end('221 bye\r\n');
        return;
      }
      const goesOn = broken?.stage !== stage;
      isContent = stage === 'DATA' && goesOn;
      answer(socket, stage, broken, said);
    });
    answer(socket, 'greeting', broken, '');
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    /** From now on each connection breaks like this; not at all with null. */
    breakAt: (next: Break | null) => void (breaking = next),
    /** Refuses every connection until `comeBack`. */
    goDown: close,
    comeBack: () => listen(port),
    close,
  };
}
