import { createServer, type Server } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export type ReceivedMail = { envelopeTo: string[]; raw: string; parsed: ParsedMail };
export type ScriptedSmtp = { url: string; received: ReceivedMail[] };

/** Returns an error that smtp-server sends with this code and text. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function listen(server: Pick<Server, 'listen' | 'address' | 'once'>): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/**
 * Starts a real SMTP server on loopback that stores received emails; `script` overrides any stage. Closed after the
 * test.
 */
export async function startSmtp(script: SMTPServerOptions = {}): Promise<ScriptedSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
        const keep = async () => received.push({ envelopeTo, raw, parsed: await simpleParser(raw) });
        void keep().finally(callback);
      });
    },
    ...script,
  });
  server.on('error', () => undefined);
  const port = await listen(server.server);
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, received };
}

/**
 * Starts a server that sends one of these lines per received line, then stops responding; `null` disconnects instead.
 * For failures that a well-behaved server cannot produce.
 */
export async function startRudeSmtp(lines: readonly (string | null)[]): Promise<string> {
  const server = createServer((socket) => {
    const left = [...lines];
    const say = () => {
      const line = left.shift();
      if (line === null) socket.destroy();
      else if (line !== undefined) socket.write(`${line}\r\n`);
    };
    let isData = false;
    let heard = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      const end = isData ? '\r\n.\r\n' : '\r\n';
      if (!heard.endsWith(end)) return;
      isData = !isData && /^data\r\n$/i.test(heard);
      heard = '';
      say();
    });
    say();
  });
  const port = await listen(server);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(() => void close());
  return `smtp://127.0.0.1:${port}`;
}

/** Starts a server that greets and then never ends its response: one more line every few milliseconds. */
export async function startEndlessSmtp(): Promise<string> {
  const server = createServer((socket) => {
    socket.write('220 hi\r\n');
    const drip = setInterval(() => socket.write('250-more\r\n'), 5);
    socket.on('error', () => undefined);
    socket.on('close', () => clearInterval(drip));
    onTestFinished(() => void socket.destroy());
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${port}`;
}
