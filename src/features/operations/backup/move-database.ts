import type { Database } from '#src/platform/database/database.ts';
import { findApplied, whyUnknown } from '#src/platform/database/migrate.ts';
import { atOneMoment, readRows, isEmptyDatabase, startWriting } from '#src/platform/database/write-rows.ts';
import { listTables, readSequences } from '#src/platform/database/table-catalogue.ts';
import { queueOwnTables } from '#src/platform/database/boss-options.ts';
import { BackupRefusal } from './archive-format.ts';

/**
 * Copies every row of one database into another, empty one, in a single transaction there. Nothing may write to the
 * source meanwhile; it is not changed. Returns the number of rows of each table.
 */
export async function moveDatabase(
  from: Pick<Database, 'withMigrationSession'>,
  to: Pick<Database, 'withMigrationSession'>,
  migrationsDirectory: string,
): Promise<ReadonlyMap<string, number>> {
  const copy = (source: Parameters<Parameters<Database['withMigrationSession']>[0]>[0]) =>
    atOneMoment(source, async () => {
      const migrations = await findApplied(source);
      if (!migrations) throw new BackupRefusal('There is no installation in the embedded database.');
      const unknown = await whyUnknown(migrations, migrationsDirectory);
      if (unknown !== null) throw new BackupRefusal(`This program cannot move the database: ${unknown}.`);
      const tables = (await listTables(source)).filter(({ name }) => !queueOwnTables.includes(name));
      const counts = new Map(tables.map(({ name }) => [name, 0]));
      await to.withMigrationSession(async (target) => {
        await target('begin');
        try {
          if (!(await isEmptyDatabase(target)))
            throw new BackupRefusal(
              'The database named by DATABASE_URL has tables. The move needs an empty one.',
            );
          const writer = await startWriting(target, { migrations, tables }, migrationsDirectory);
          for await (const lines of readRows(source, tables)) {
            counts.set(lines.table, (counts.get(lines.table) ?? 0) + lines.rows);
            await writer.write(lines);
          }
          await writer.finish(counts, await readSequences(source));
          await target('commit');
          // Committing a transaction that has failed reports no error, but stores nothing.
          if (await isEmptyDatabase(target))
            throw new BackupRefusal('The database has not kept what was written.');
        } catch (error) {
          await target('rollback').catch(() => undefined);
          throw error;
        }
      });
      return counts;
    });
  return from.withMigrationSession(copy);
}
