import type { APIRoute } from 'astro';
import { specificationOf } from '#src/features/delivery/check-delivery.ts';
import { findReport } from '#src/features/delivery/find-report.ts';
import { reportTextOf } from '#src/features/delivery/delivery-report.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { session, services }, params, url }) => {
  const report = session && (await findReport(services.db, session.person, params['id']));
  if (!report) return new Response(null, { status: 404 });
  const { text } = reportTextOf(report, specificationOf(url, report.file.specificationKey));
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};
