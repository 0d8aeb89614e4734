import type { APIRoute } from 'astro';
import { specificationOf } from '#src/features/delivery/check-delivery.ts';
import { findReport } from '#src/features/delivery/find-report.ts';
import { reportPdf } from '#src/features/delivery/report-pdf.ts';
import { attachmentOf, withoutEnding } from '#src/platform/http/attachment-name.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const report = session && (await findReport(services.db, session.person, params['id']));
  if (!report) return new Response(null, { status: 404 });
  const specification = specificationOf(url, report.file.specificationKey);
  const origin = services.config.publicUrl ?? url.origin;
  return new Response(await reportPdf({ report, specification, origin }), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachmentOf(`${withoutEnding(report.file.name)} delivery sheet.pdf`),
    },
  });
};
