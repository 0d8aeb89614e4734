import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './open-embedded.ts';
import { openServer } from './open-server.ts';

type DatabaseAddress = {
  readonly databaseUrl: string | null;
  readonly databaseSessionUrl?: string | null;
  readonly dataDir: string;
};

/** Opens the configured database: the server named by DATABASE_URL, or the embedded one in DATA_DIR. */
export function openDatabase(config: DatabaseAddress, options: DatabaseOptions): Promise<Database> {
  if (config.databaseUrl !== null)
    return openServer(config.databaseUrl, { ...options, sessionUrl: config.databaseSessionUrl ?? null });
  return openEmbedded(config.dataDir, options);
}
