import words from '#content/receipts.yaml';
import type { RouteRequest } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';
import { findApproval, type Approval } from './find-approval.ts';
import { signingKeyOf } from './keys/signing-key.ts';
import { receiptOf, type Receipt } from './receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';

type Asked = Omit<RouteRequest<'services' | 'session'>, 'request'>;

const headersOf = ({ name }: Approval, type: 'json' | 'pdf') => ({
  'content-type': `application/${type}`,
  'content-disposition': attachmentOf(`${fill(words.pdf.fileName, { file: withoutEnding(name) })}.${type}`),
});

/**
 * Returns the receipt of the file in the URL: 404 if this person may not see the file, 409 if it has not been approved.
 */
async function serve(
  { params, locals: { session, services } }: Asked,
  respond: (approval: Approval, receipt: Receipt) => Promise<Response> | Response,
): Promise<Response> {
  const found = session && (await findApproval(services.db, session.person, params['id']));
  if (!found?.ok) {
    if (found?.reason !== 'not-approved') return new Response(null, { status: 404 });
    return Response.json({ error: 'not-approved' }, { status: 409 });
  }
  return respond(found.approval, receiptOf(found.approval, await signingKeyOf(services)));
}

/** Returns the receipt as the signed JSON document. */
export const serveReceiptJson = (asked: Asked): Promise<Response> =>
  serve(asked, (approval, { text }) => new Response(text, { headers: headersOf(approval, 'json') }));

/** Returns the receipt as a PDF. */
export const serveReceiptPdf = (asked: Asked): Promise<Response> =>
  serve(asked, async (approval, receipt) => {
    const origin = asked.locals.services.config.publicUrl ?? asked.url.origin;
    return new Response(await receiptPdf({ approval, receipt, origin }), {
      headers: headersOf(approval, 'pdf'),
    });
  });
