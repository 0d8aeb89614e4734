import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An email that arrived completely. */
export type ArrivedMail = { readonly messageId: string; readonly to: string; readonly raw: string };

/** A mail server on loopback that accepts everything and keeps emails that arrive completely. */
export async function startMailServer() {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      const keep = async () => {
        const raw = await text(stream);
        const messageId = /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '';
        arrived.push({ messageId, to, raw });
        callback();
      };
      // An email that is cut off when the studio dies has not arrived.
      keep().catch(() => undefined);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
