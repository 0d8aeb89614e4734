import type { APIRoute } from 'astro';
import { exportContacts } from '#src/features/clients/contacts/list-contacts.ts';
import { clientFilterOf } from '#src/features/clients/list-clients.ts';

export const prerender = false;

/** Returns the contacts that the filter finds as CSV. */
export const GET: APIRoute = ({ url, locals: { services } }) =>
  exportContacts(services.db, clientFilterOf(url.searchParams));
