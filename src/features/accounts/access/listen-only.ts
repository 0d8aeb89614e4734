import type { Session } from '#src/features/accounts/sessions/session.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { bodyLimitBytes } from '#src/platform/http/read-body.ts';
import { readBytes } from '#src/platform/http/read-form.ts';
import { mayPass, whoOf, type Access } from './access.ts';

/**
 * The actions that give a client's person a permission. They need a recent confirmation only for more than listening
 * and commenting.
 */
const givingPermission: ReadonlySet<string> = new Set([
  '/desk/clients/[id]?do=add',
  '/desk/clients/[id]?do=change-may',
  '/portal/people?do=invite',
  '/portal/people?do=change-may',
]);

/**
 * Returns true if only a recent confirmation is missing for a request, and none is needed because it lets a client's
 * person listen and comment, and no more. Reads a copy of the form as its action will read it.
 */
export async function needsNoConfirmation(
  access: Access,
  {
    request,
    route,
    action,
    session,
  }: {
    readonly request: Request;
    readonly route: string;
    readonly action: string | null;
    readonly session: Session | null;
  },
): Promise<boolean> {
  if (!givingPermission.has(`${route}?do=${action}`) || !mayPass(whoOf(access), session)) return false;
  const bytes = await readBytes(request.clone(), bodyLimitBytes);
  const parsed = bytes && parseBody(request.headers.get('content-type') ?? '', Buffer.from(bytes));
  return parsed?.ok === true && parsed.entries['may'] === 'listen';
}
