import { sql } from 'drizzle-orm';

/**
 * The mail address that stands for a client, in a query over `clients`: active people come before disabled ones, those who may
 * approve before listeners, then the longest-standing. Empty if the client has no people.
 */
export const contactEmail = sql<string>`coalesce((
  select contact.email from people as contact where contact.client_id = clients.id
  order by contact.disabled_at is not null, contact.may, contact.created_at, contact.id limit 1
), '')`;
