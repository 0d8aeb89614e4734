import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { HiddenFields } from './hidden-fields.tsx';

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
