import delivery from '#content/delivery.yaml';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { attachmentOf } from '#src/platform/http/attachment-name.ts';
import { createSerialQueues, type SerialQueues } from '#src/platform/serial-queues.ts';
import type { Services } from '#src/platform/services/services.ts';
import { deliveryPdf } from './delivery-pdf.ts';
import { findDelivery } from './find-delivery.ts';

type Asked = {
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly services: Services; readonly session: Session | null };
};

/** How many sheets one person may have waiting while one of theirs is written, which takes seconds for hundreds of files. */
const mostWaiting = 4;

const queues = new WeakMap<Services, SerialQueues>();

function queuesOf(services: Services): SerialQueues {
  const known = queues.get(services) ?? createSerialQueues(mostWaiting);
  queues.set(services, known);
  return known;
}

/** Answers with the sheet of a delivery as a PDF, one at a time for each person; null where there is none for them. */
export async function serveDeliveryPdf({ url, params, locals }: Asked): Promise<Response | null> {
  const { services, session } = locals;
  if (!session) return null;
  const made = await queuesOf(services)(session.person.id, async () => {
    const found = await findDelivery(services.db, session.person, params['id'], url);
    return { found, bytes: found && (await deliveryPdf(found)) };
  });
  if (!made)
    return new Response(`${delivery.words.delivery.busy}\n`, {
      status: 429,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '30' },
    });
  const { found, bytes } = made;
  if (!found || !bytes) return null;
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachmentOf(`${found.project.name} delivery sheet.pdf`),
    },
  });
}
