import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** Hidden form fields, by name. */
export const HiddenFields = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

/** A form with a single button, for an action without input. */
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
  /** The label with its subject, for screen readers. */
  readonly name?: string;
} & Pick<ComponentProps<typeof Button>, 'label' | 'variant' | 'size' | 'aria-describedby'>) {
  return (
    <form role="none" method="post" action={action}>
      <HiddenFields fields={fields} />
      <Button type="submit" variant="secondary" size="small" aria-label={name} {...button} />
    </form>
  );
}
