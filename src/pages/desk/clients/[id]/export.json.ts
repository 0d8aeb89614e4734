import type { APIRoute } from 'astro';
import { senderOf } from '#src/features/accounts/security-log/security-log.ts';
import { exportPerson } from '#src/features/clients/export-person.ts';

export const prerender = false;

/** Returns all stored data about this client for the team to pass on. */
export const GET: APIRoute = ({ request, locals: { services, session, client }, params: { id = '' } }) =>
  exportPerson(services, { session, sender: senderOf(request, client) }, { clientId: id });
