import type { APIRoute } from 'astro';
import { exportClients } from '#src/features/clients/export-clients.ts';
import { clientFilterOf } from '#src/features/clients/list-clients.ts';

export const prerender = false;

/** Returns the clients that the filter finds as CSV, one line per person. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  exportClients(services.db, clientFilterOf(url.searchParams));
