import { eq } from 'drizzle-orm';
import { connect } from 'node:tls';
import { v5 as uuidv5 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { secondMs } from '#src/platform/durations.ts';
import type { JobHandler, JobRequest, QueueSettings } from '#src/platform/jobs/queue-worker.ts';
import { asError } from '#src/platform/log.ts';
import type { Services } from '#src/platform/services/services.ts';
import { studioDayOf } from '#src/studio/studio-calendar.ts';
import { installationChecks, type Certificate } from './check.table.ts';

export const certificateQueue = 'certificate';

export const certificateQueueSettings: QueueSettings = {
  retry: { firstS: 60, longestS: 600, times: 3 },
  timeoutS: 60,
};

const namespace = '0d9a6f3e-6a2c-4a5e-8a6d-3e1c9a7b5d20';
const answerWithinMs = 10 * secondMs;

/** Reads the certificate of an https address. Resolves in any case, after ten seconds at the latest. */
export function readCertificate(address: URL): Promise<Certificate> {
  const { hostname, port } = address;
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: port === '' ? 443 : Number(port),
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      // A certificate that browsers refuse is read, too.
      rejectUnauthorized: false,
    });
    const end = (result: Certificate) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(answerWithinMs, () => end({ kind: 'unreachable', reason: 'ETIMEDOUT' }));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end({ kind: 'unreachable', reason: error.code ?? asError(error).name }),
    );
    socket.once('secureConnect', () => {
      const { valid_to: validTo, issuer } = socket.getPeerCertificate();
      const until = new Date(validTo);
      if (Number.isNaN(until.getTime())) return end({ kind: 'unreachable', reason: 'no certificate' });
      const { authorizationError: fault } = socket;
      const name = issuer.O ?? issuer.CN;
      end({
        kind: 'read',
        validUntil: until.toISOString(),
        issuer: typeof name === 'string' ? name : '',
        fault: fault ? String(fault instanceof Error ? Reflect.get(fault, 'code') : fault) : null,
      });
    });
  });
}

/** Returns the check of the studio's day: the same id in every process, so it runs once. */
export const certificateCheckOf = (now: Date): JobRequest => ({
  queue: certificateQueue,
  id: uuidv5(studioDayOf(now), namespace),
  data: {},
});

/** Returns the public address if a certificate is to be read there; null otherwise. */
export const httpsAddressOf = ({ publicUrl }: { readonly publicUrl: string | null }): URL | null =>
  publicUrl?.startsWith('https:') ? new URL(publicUrl) : null;

/** The job that reads the certificate of the public address and stores when it expires. */
export const certificateJob = ({
  db,
  config,
  clock,
  read = readCertificate,
}: Pick<Services, 'db' | 'clock'> & {
  readonly config: Pick<Services['config'], 'publicUrl'>;
  readonly read?: typeof readCertificate;
}): JobHandler<object> => ({
  async run() {
    const address = httpsAddressOf(config);
    if (!address) return { ok: true };
    const values = { checkedAt: clock.now(), result: await read(address) };
    await db
      .insert(installationChecks)
      .values({ name: 'certificate', ...values })
      .onConflictDoUpdate({ target: installationChecks.name, set: values });
    return { ok: true };
  },
});

export type CertificateCheck = { readonly checkedAt: Date; readonly result: Certificate };

/** Returns the last result; null if there is none. */
export async function findCertificate(db: Db): Promise<CertificateCheck | null> {
  const [check] = await db
    .select({ checkedAt: installationChecks.checkedAt, result: installationChecks.result })
    .from(installationChecks)
    .where(eq(installationChecks.name, 'certificate'));
  return check ?? null;
}
