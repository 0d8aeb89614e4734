import type { Config } from '../config.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './open-embedded.ts';
import { openServer } from './open-server.ts';

/** Opens the configured database: the server named by DATABASE_URL, or the embedded one in DATA_DIR. */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseSessionUrl'>>,
  options: DatabaseOptions,
): Promise<Database> {
  if (config.databaseUrl !== null)
    return openServer(config.databaseUrl, { ...options, sessionUrl: config.databaseSessionUrl ?? null });
  return openEmbedded(config.dataDir, options);
}
