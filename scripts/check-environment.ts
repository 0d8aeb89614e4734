import { readConfig } from '#src/platform/config/read-config.ts';

// Ends with the reason where a setting is wrong.
readConfig();
