import { asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import words from '#content/invoice-settings.yaml';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { fill } from '#src/platform/fill.ts';
import { joinedText } from '#src/studio/locale.ts';
import { legal } from '#src/studio/legal.ts';
import { listSeries, lockSeries } from './series.ts';
import { bankAccounts, invoiceSeries, moneySettings, taxRates } from './money-settings.table.ts';

export type StudioDetails = Omit<
  typeof moneySettings.$inferInsert,
  'onlyRow' | 'usesSiteAddress' | 'isSample'
>;
export type BankAccount = Omit<typeof bankAccounts.$inferSelect, 'id' | 'isSample'>;
export type TaxRate = Omit<typeof taxRates.$inferSelect, 'id' | 'retiredAt' | 'isSample'>;

const nothing: typeof moneySettings.$inferSelect = {
  onlyRow: true,
  legalName: '',
  street: '',
  postalCode: '',
  city: '',
  country: '',
  vatId: '',
  taxNumber: '',
  currency: 'USD',
  paymentDays: 30,
  notes: '',
  usesSiteAddress: false,
  isSample: false,
};

/** Returns the studio's details for invoices; nothing is filled in at first. */
export async function findStudioDetails(db: Db): Promise<typeof moneySettings.$inferSelect> {
  const [row] = await db.select().from(moneySettings);
  return row ?? nothing;
}

/** Returns the bank accounts, in the order in which they were added. */
export const listBankAccounts = (db: Db) => db.select().from(bankAccounts).orderBy(asc(bankAccounts.id));

/** Returns the tax rates on offer, in the order in which they were added. */
export const listTaxRates = (db: Db) =>
  db
    .select()
    .from(taxRates)
    .where(isNull(taxRates.retiredAt))
    .orderBy(desc(taxRates.basisPoints), asc(taxRates.name), asc(taxRates.id));

/** Returns the data of the settings page. */
export async function findMoneySettings(db: Db) {
  return {
    studio: await findStudioDetails(db),
    accounts: await listBankAccounts(db),
    rates: await listTaxRates(db),
    // Credit notes are not issued yet.
    series: (await listSeries(db)).filter(({ kind }) => kind === 'invoice'),
  };
}

export type MoneySettings = Awaited<ReturnType<typeof findMoneySettings>>;

/** What an invoice cannot be issued without. */
export type MissingDetail = 'legalName' | 'street' | 'city' | 'country';

/**
 * Returns what is missing before an invoice can be issued; nothing if the studio issued invoices before there were settings, and the
 * site's own address stands in.
 */
export function missingDetails(studio: typeof moneySettings.$inferSelect): MissingDetail[] {
  if (studio.usesSiteAddress) return [];
  return (['legalName', 'street', 'city', 'country'] as const).filter((name) => studio[name] === '');
}

/** Returns a sentence about what has to be filled in before an invoice can be issued; null if nothing is missing. */
export function missingText(studio: typeof moneySettings.$inferSelect): string | null {
  const missing = missingDetails(studio);
  if (missing.length === 0) return null;
  return fill(words.missing, { fields: joinedText(missing.map((name) => words.studio[name])) });
}

/** Returns the studio's name and address as printed. */
export function sellerLinesOf(studio: typeof moneySettings.$inferSelect): { name: string; lines: string[] } {
  const { legalName, street, postalCode, city, country } = studio;
  if (street === '' && studio.usesSiteAddress)
    return { name: legalName || legal.entity, lines: [...legal.address] };
  const place = `${postalCode} ${city}`.trim();
  return { name: legalName, lines: [...street.split('\n'), place, country].filter((line) => line !== '') };
}

const changeKinds = Object.keys(words.history.kinds);

/** Returns the latest changes of the settings, newest first. */
export const listSettingsChanges = (db: Db) =>
  db
    .select()
    .from(activity)
    .where(inArray(activity.kind, changeKinds))
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(20);

export type SettingsChange = Awaited<ReturnType<typeof listSettingsChanges>>[number];

type By = { readonly actor: Actor; readonly now: Date };

/** Records a change of the settings; `what` is what was changed. */
const recordChange = (tx: Db, { actor, now }: By, what: string, details: Record<string, string> = {}) =>
  recordActivity(tx, now, actor, { kind: `money-${what}`, details });

/** Saves the studio's details for invoices. */
export const saveStudioDetails = (db: Db, by: By, details: StudioDetails): Promise<void> =>
  db.transaction(async (tx) => {
    await tx
      .insert(moneySettings)
      .values(details)
      .onConflictDoUpdate({ target: moneySettings.onlyRow, set: { ...details, isSample: false } });
    await recordChange(tx, by, 'studio-changed');
  });

/** The most bank accounts and tax rates. */
const mostListed = 20;

/** Adds a bank account, which is printed on every invoice from now on. */
export const addBankAccount = (
  db: Db,
  by: By,
  account: BankAccount,
): Promise<Outcome<'exists' | 'too-many'>> =>
  db.transaction(async (tx) => {
    if ((await tx.$count(bankAccounts)) >= mostListed) return { ok: false, reason: 'too-many' };
    const [added] = await tx
      .insert(bankAccounts)
      .values({ id: uuidv7(), ...account })
      .onConflictDoNothing()
      .returning({ id: bankAccounts.id });
    if (!added) return { ok: false, reason: 'exists' };
    await recordChange(tx, by, 'account-added', { account: account.iban });
    return { ok: true };
  });

/** Removes a bank account; returns false if there is none. Issued invoices keep it. */
export const removeBankAccount = (db: Db, by: By, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!validate(id)) return false;
    const [removed] = await tx
      .delete(bankAccounts)
      .where(eq(bankAccounts.id, id))
      .returning({ iban: bankAccounts.iban });
    if (removed) await recordChange(tx, by, 'account-removed', { account: removed.iban });
    return removed !== undefined;
  });

/** Adds a tax rate. */
export const addTaxRate = (db: Db, by: By, rate: TaxRate): Promise<Outcome<'too-many'>> =>
  db.transaction(async (tx) => {
    if ((await tx.$count(taxRates, isNull(taxRates.retiredAt))) >= mostListed)
      return { ok: false, reason: 'too-many' };
    await tx.insert(taxRates).values({ id: uuidv7(), ...rate });
    await recordChange(tx, by, 'rate-added', { rate: rate.name });
    return { ok: true };
  });

/** Stops offering a tax rate; returns false if there is none. */
export const removeTaxRate = (db: Db, by: By, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!validate(id)) return false;
    const [retired] = await tx
      .update(taxRates)
      .set({ retiredAt: by.now })
      .where(eq(taxRates.id, id))
      .returning({ name: taxRates.name });
    if (retired) await recordChange(tx, by, 'rate-removed', { rate: retired.name });
    return retired !== undefined;
  });

/** Saves prefix and next number of a series. Refused if the number is below the next one while the prefix stays. */
export const saveSeries = (
  db: Db,
  by: By,
  { kind, prefix, next }: typeof invoiceSeries.$inferSelect,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly next: number }> =>
  db.transaction(async (tx) => {
    const series = await lockSeries(tx, kind);
    if (prefix === series.prefix && next < series.next) return { ok: false, next: series.next };
    await tx.update(invoiceSeries).set({ prefix, next }).where(eq(invoiceSeries.kind, kind));
    await recordChange(tx, by, 'series-changed', {
      from: `${series.prefix}${series.next}`,
      to: `${prefix}${next}`,
    });
    return { ok: true };
  });
