import type { Feature } from '#src/platform/services/services.ts';

/** Path of the page that imports clients from a table. */
export const importPath = '/desk/clients/import';

/** Allows larger uploads for an import of clients than for other forms. */
export const clientsFeature: Feature = { name: 'clients', uploads: [importPath] };
