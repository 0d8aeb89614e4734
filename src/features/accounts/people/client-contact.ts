import { sql } from 'drizzle-orm';

/**
 * The address that stands for a client, for a query over `clients`: of who may sign in before who may not, who may approve before who
 * only listens, and who has been there longest. Empty where nobody is left.
 */
export const contactEmail = sql<string>`coalesce((
  select contact.email from people as contact where contact.client_id = clients.id
  order by contact.disabled_at is not null, contact.may, contact.created_at, contact.id limit 1
), '')`;
