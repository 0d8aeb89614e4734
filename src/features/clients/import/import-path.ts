/** Where tables of clients are imported. */
export const importPath = '/desk/clients/import';
