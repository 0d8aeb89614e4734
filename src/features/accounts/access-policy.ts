/** Who may ask for a page: anybody, or a signed-in member of the team. */
export type Access = 'public' | 'team';

/** Every route that is rendered on request. One that is not listed is answered by nobody. */
export const accessPolicy: Readonly<Record<string, Access>> = {
  '/api/visitor': 'public',
  '/desk': 'team',
  '/desk/leads.csv': 'team',
  '/desk/leads.json': 'team',
  '/desk/sign-in': 'public',
  '/desk/submissions': 'team',
  '/dev/mailbox': 'public',
  '/dev/mailbox/[id]/[part]': 'public',
  '/forms/[name]': 'public',
  // Answers for itself: Access Restricted to whoever is no client.
  '/portal': 'public',
};
