import type { APIRoute } from 'astro';
import { listHashMatches } from '#src/features/delivery/find-report.ts';

export const prerender = false;

/**
 * For the hash of an approved delivery report, returns the report byte for byte; for the hash of a file, returns
 * whether it was approved, and with which report.
 */
export const GET: APIRoute = async ({ locals: { session, services }, params }) => {
  const sha256 = params['id']?.toLowerCase();
  const matches = session ? await listHashMatches(services.db, session.person, sha256) : [];
  if (matches.length === 0) return new Response(null, { status: 404 });
  const sheet = matches.find(({ sheetSha256 }) => sheetSha256 === sha256)?.sheet;
  if (sheet) return new Response(sheet, { headers: { 'content-type': 'application/json' } });
  const files = matches.map(({ file, approvedAt, approvedByName, sheetSha256 }) => ({
    name: file.name,
    approvedAt,
    approvedBy: approvedByName,
    sheetSha256,
  }));
  return Response.json({ sha256, files });
};
