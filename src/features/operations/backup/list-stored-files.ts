import type { SqlSession } from '#src/platform/database/database.ts';
import { listTables } from '#src/platform/database/table-catalogue.ts';

/** A file in `DATA_DIR/files` that the database refers to, and its SHA-256 if known. */
export type NamedFile = { readonly key: string; readonly sha256: string | null };

/** The columns that hold storage keys; columns that the database's version lacks are skipped. */
const places = [
  // Until migration 7 a table, since then a view without removed files.
  { table: 'public.files', column: 'storage_key', names: 'select storage_key as key, sha256 from files' },
  {
    table: 'public.all_files',
    column: 'storage_key',
    names: 'select storage_key as key, sha256 from all_files',
  },
  { table: 'public.sent_files', column: 'storage_key', names: 'select storage_key, sha256 from sent_files' },
  {
    table: 'public.message_files',
    column: 'storage_key',
    names: 'select storage_key, sha256 from message_files',
  },
  {
    table: 'public.sound_measurements',
    column: 'rendition_key',
    names: 'select rendition_key, null from sound_measurements',
  },
  {
    table: 'public.sound_measurements',
    column: 'artefacts',
    names: 'select value, null from sound_measurements, json_each_text(artefacts)',
  },
];

/** Backups and exports that can still be downloaded, which belong in no backup. */
const archives = {
  table: 'public.installation_tasks',
  column: 'storage_key',
  names: 'select storage_key, sha256 from installation_tasks',
};

/**
 * Returns every file in `DATA_DIR/files` that a row visible to this session refers to, each once; with `withArchives`
 * also backups and exports.
 */
export async function listStoredFiles(
  session: SqlSession,
  { withArchives = false }: { readonly withArchives?: boolean } = {},
): Promise<NamedFile[]> {
  const tables = new Map((await listTables(session)).map(({ name, columns }) => [name, columns]));
  const there = [...places, ...(withArchives ? [archives] : [])].filter(({ table, column }) =>
    tables.get(table)?.includes(column),
  );
  if (there.length === 0) return [];
  const rows = await session(
    `select key, max(sha256) as sha256 from (${there.map(({ names }) => names).join(' union all ')}) named
     where key is not null group by key order by key`,
  );
  return rows.map(({ key, sha256 }) => ({
    key: String(key),
    sha256: typeof sha256 === 'string' ? sha256 : null,
  }));
}
