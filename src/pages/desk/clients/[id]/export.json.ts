import type { APIRoute } from 'astro';
import { personExportResponse } from '#src/features/clients/person-export-response.ts';

export const prerender = false;

/** Everything that is kept about this client, for the team to hand on. */
export const GET: APIRoute = ({ locals: { services, session }, params: { id = '' } }) =>
  personExportResponse(services, session, { clientId: id });
