import type { Feature } from '#src/platform/services.ts';
import { importPath } from './import/import-path.ts';

/** Lets tables of clients be larger than other forms. */
export const clientsFeature: Feature = { name: 'clients', uploads: [importPath] };
