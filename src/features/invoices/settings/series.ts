import { eq, max, sql } from 'drizzle-orm';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { invoiceSeries, seriesKinds } from './money-settings.table.ts';

export type SeriesKind = (typeof seriesKinds)[number];

const prefixes: Readonly<Record<SeriesKind, string>> = { invoice: 'INV-', 'credit-note': 'CN-' };

/** Returns a series before its first document: invoices continue behind the highest number that was in use before there were series. */
async function startOf(db: Db, kind: SeriesKind): Promise<typeof invoiceSeries.$inferSelect> {
  const [used] = await db.select({ highest: max(invoices.number) }).from(invoices);
  const highest = kind === 'invoice' ? (used?.highest ?? 1000) : 1000;
  return { kind, prefix: prefixes[kind], next: highest + 1 };
}

/** Returns the next number of each kind of document. */
export async function listSeries(db: Db): Promise<(typeof invoiceSeries.$inferSelect)[]> {
  const rows = await db.select().from(invoiceSeries);
  const all = [];
  for (const kind of seriesKinds)
    all.push(rows.find((row) => row.kind === kind) ?? (await startOf(db, kind)));
  return all;
}

/** Returns the series of a kind, locked until the transaction ends. */
export async function lockSeries(tx: Db, kind: SeriesKind): Promise<typeof invoiceSeries.$inferSelect> {
  const find = () => tx.select().from(invoiceSeries).where(eq(invoiceSeries.kind, kind)).for('update');
  const [known] = await find();
  if (known) return known;
  await tx
    .insert(invoiceSeries)
    .values(await startOf(tx, kind))
    .onConflictDoNothing();
  const [series] = await find();
  if (!series) throw new Error(`No series for ${kind}`);
  return series;
}

/**
 * Takes the next number of a kind of document: "INV-1042". Call it last in the transaction that issues, after the client and the
 * project are locked: documents of a kind are issued one after the other from here on, and a rollback leaves no gap.
 */
export async function takeNumber(tx: Db, kind: SeriesKind): Promise<string> {
  const { prefix, next } = await lockSeries(tx, kind);
  await tx
    .update(invoiceSeries)
    .set({ next: sql`${invoiceSeries.next} + 1` })
    .where(eq(invoiceSeries.kind, kind));
  return `${prefix}${next}`;
}
