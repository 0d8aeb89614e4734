import { eq } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { contactEmail } from '#src/features/accounts/people/clients.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { InvoiceDocument } from '#src/features/invoices/document.ts';
import { clientBilling } from '#src/features/invoices/settings/money-settings.table.ts';
import type { Db } from '#src/platform/database/database.ts';

export type ClientBilling = Omit<typeof clientBilling.$inferSelect, 'clientId'>;

const nothing: ClientBilling = {
  street: '',
  postalCode: '',
  city: '',
  country: '',
  vatId: '',
  email: '',
  reference: '',
};

/** Returns what a client wants on invoices; nothing is filled in at first. */
export async function findBilling(db: Db, clientId: string): Promise<ClientBilling> {
  const [row] = await db.select().from(clientBilling).where(eq(clientBilling.clientId, clientId));
  if (!row) return nothing;
  const { clientId: _, ...billing } = row;
  return billing;
}

/** Saves what a client wants on invoices, in the caller's transaction, with the client locked. */
export async function saveBilling(
  tx: Db,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  clientId: string,
  billing: ClientBilling,
): Promise<void> {
  await tx
    .insert(clientBilling)
    .values({ clientId, ...billing })
    .onConflictDoUpdate({ target: clientBilling.clientId, set: billing });
  await recordActivity(tx, now, actor, { kind: 'client-billing-changed', clientId });
}

/** Returns the buyer of a client's invoices. Throws if there is no such client. */
export async function findBuyer(db: Db, clientId: string): Promise<InvoiceDocument['buyer']> {
  const [client] = await db
    .select({ name: clients.name, email: contactEmail, address: clients.address })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!client) throw new Error('An invoice without its client');
  const { street, postalCode, city, country, vatId, email, reference } = await findBilling(db, clientId);
  // Without an address for invoices, the client's own stands in.
  const lines =
    street === '' && city === ''
      ? client.address.split(/\r?\n/)
      : [...street.split('\n'), `${postalCode} ${city}`.trim(), country];
  return {
    name: client.name,
    email: email || client.email,
    lines: lines.map((line) => line.trim()).filter((line) => line !== ''),
    vatId,
    reference,
  };
}

/** Gives a merged client's billing details to the remaining one, unless that has its own. */
export async function moveBilling(tx: Db, fromId: string, intoId: string): Promise<void> {
  if ((await tx.$count(clientBilling, eq(clientBilling.clientId, intoId))) > 0) return;
  await tx.update(clientBilling).set({ clientId: intoId }).where(eq(clientBilling.clientId, fromId));
}
