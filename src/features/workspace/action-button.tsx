import { Button } from '#src/ui/button.tsx';

/** A form with one button, for an action that needs the id of one thing alone. */
export function ActionButton({
  field,
  id,
  action,
  label,
  name,
}: {
  /** The field that holds the id. */
  readonly field: 'fileId' | 'milestoneId';
  readonly id: string;
  readonly action: string;
  readonly label: string;
  /** The label with what it is about. */
  readonly name: string;
}) {
  return (
    <form method="post" action={`?do=${action}`} aria-label={name}>
      <input type="hidden" name={field} value={id} />
      <Button type="submit" label={label} aria-label={name} variant="secondary" size="small" />
    </form>
  );
}
