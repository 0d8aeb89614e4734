import project from '#content/project.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';

const { unsent } = project.sent;

/** Why files of a form were not sent. `project`: it is not the sender's. */
export type UnsentReason = keyof typeof unsent | 'project';

/** Names the reason in the address of the project's page. */
export const unsentParameter = 'unsent';

/** The form that was refused, as the page shows it; null where none was. */
export function unsentIn({ searchParams }: URL): RefusedAction | null {
  const reason = searchParams.get(unsentParameter) ?? '';
  if (!Object.hasOwn(unsent, reason)) return null;
  const error = unsent[reason as keyof typeof unsent];
  return { action: 'send-files', entries: {}, status: 422, error, errors: {} };
}
