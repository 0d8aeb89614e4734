/** The kind of an event that a page follows without saying that something happened: most of them change nothing that it shows. */
export const unspokenKind = 'unspoken';
