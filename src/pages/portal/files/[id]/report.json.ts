import type { APIRoute } from 'astro';
import { findReportData } from '#src/features/delivery/report-data.ts';

export const prerender = false;

/** Returns the measurements, faults and checks of a file as JSON. */
export const GET: APIRoute = async ({ locals: { session, services }, params }) => {
  const report = session && (await findReportData(services.db, session.person, params['id']));
  return report ? Response.json(report) : new Response(null, { status: 404 });
};
