// Runs as a separate process: commits numbered rows indefinitely and prints each number once acknowledged.
import { openEmbedded } from './open-embedded.ts';

const { db, withMigrationSession } = await openEmbedded(process.argv[2] ?? '', {
  deadlineMs: 10_000,
  onHung: () => process.exit(70),
});
await withMigrationSession((session) => session('create table if not exists written (n int primary key)'));
for (let n = Number(process.argv[3]); ; n += 1) {
  await db.execute(`insert into written values (${n})`);
  process.stdout.write(`${n}\n`);
}
