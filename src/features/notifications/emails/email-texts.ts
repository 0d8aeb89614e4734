import { boolean, pgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#src/platform/database/database.ts';

/** The studio's settings of emails, in one row; without one they are as they are delivered. */
const emailSettings = pgTable('email_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  /** True if emails about messages and comments contain their texts. */
  includesTexts: boolean('includes_texts').notNull(),
});

/** Returns true if emails contain the texts of messages and comments. */
export async function includesTexts(db: Db): Promise<boolean> {
  const [settings] = await db.select().from(emailSettings);
  return settings?.includesTexts ?? true;
}

/** Saves whether emails contain the texts of messages and comments. */
export async function saveIncludesTexts(tx: Db, isOn: boolean): Promise<void> {
  const change = { includesTexts: isOn };
  await tx
    .insert(emailSettings)
    .values(change)
    .onConflictDoUpdate({ target: emailSettings.onlyRow, set: change });
}
