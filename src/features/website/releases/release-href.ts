/** The address of a release's page. */
export const releaseHref = (slug: string): `/${string}` => `/records/${slug}`;
