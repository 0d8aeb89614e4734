import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** The values that a form posts without showing them, by name. */
export const HiddenFields = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

/** A form that is one button, for an action that nothing has to be entered for. */
export function PostButton({
  action,
  fields = {},
  name,
  ...button
}: {
  /** The address it posts to. */
  readonly action: string;
  /** The posted values, by name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The label with what it is about. */
  readonly name?: string;
} & Pick<ComponentProps<typeof Button>, 'label' | 'variant' | 'size' | 'aria-describedby'>) {
  return (
    <form role="none" method="post" action={action}>
      <HiddenFields fields={fields} />
      <Button type="submit" variant="secondary" size="small" aria-label={name} {...button} />
    </form>
  );
}
