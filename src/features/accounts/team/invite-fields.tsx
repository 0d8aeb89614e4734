import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { TextField } from '#src/ui/field.tsx';

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
    required: true,
  });
  return (
    <>
      <TextField {...of('name')} dir="auto" />
      <TextField {...of('email')} type="email" />
    </>
  );
}
