import type { Feature } from '#src/platform/services/services.ts';

/** The page that imports clients from a table. */
export const importPath = '/desk/clients/import';

/** Allows an import of clients to send a larger file than other forms. */
export const clientsFeature: Feature = { name: 'clients', uploads: [importPath] };
