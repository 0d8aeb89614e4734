/** The page that imports clients from a table. */
export const importPath = '/desk/clients/import';
