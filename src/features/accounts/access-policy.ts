/** Who may ask for a page: anybody, or a signed-in member of the team. */
export type Access = 'public' | 'team';

/** Every route that is rendered on request. One that is not listed is answered by nobody. */
export const accessPolicy: Readonly<Record<string, Access>> = {
  '/api/visitor': 'public',
  '/forms/[name]': 'public',
  '/desk/sign-in': 'public',
  '/portal': 'public',
};
