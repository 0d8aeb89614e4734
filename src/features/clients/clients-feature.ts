import type { Feature } from '#src/platform/services/services.ts';
import { importPath } from './import/import-path.ts';

/** Lets an import of clients send a larger file than other forms. */
export const clientsFeature: Feature = { name: 'clients', uploads: [importPath] };
