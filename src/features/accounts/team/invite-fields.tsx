import type { RefusedAction } from '../access/action.ts';
import { TextField } from '#src/ui/field.tsx';

/**
 * Attributes with which the browser validates a form that asks for a confirmation first, so that no code is emailed for an invalid
 * form. The address is not `type="email"`, which refuses invisible characters that the server removes.
 */
export const checkedInBrowser = {
  name: { required: true, pattern: String.raw`.*\S.*` },
  email: { required: true, pattern: String.raw`.*\S@\S.*`, inputMode: 'email', spellCheck: false },
} as const;

/** The fields for the name and address of an invited person; `refused` is the form's last try. */
export function InviteFields({
  labels,
  refused,
}: {
  readonly labels: { readonly name: string; readonly email: string };
  readonly refused: RefusedAction | null;
}) {
  const of = (name: 'name' | 'email') => ({
    id: `invite-${name}`,
    name,
    label: labels[name],
    defaultValue: refused?.entries[name],
    error: refused?.errors[name],
    autoComplete: 'off',
    ...checkedInBrowser[name],
  });
  return (
    <>
      <TextField {...of('name')} dir="auto" />
      <TextField {...of('email')} />
    </>
  );
}
