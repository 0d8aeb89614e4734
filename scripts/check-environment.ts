import { readConfig } from '#src/platform/config/read-config.ts';

// Exits with the reason if a setting is invalid.
readConfig();
