import type { ComponentProps } from 'react';
import { PostButton } from '#src/ui/post-button.tsx';

/** A button that posts an action of this page, which needs the id of one thing alone. */
export function ActionButton({
  field,
  id,
  action,
  label,
  name,
  variant = 'secondary',
}: {
  /** The field that holds the id. */
  readonly field: 'fileId' | 'milestoneId' | 'sentId';
  readonly id: string;
  readonly action: string;
  readonly label: string;
  /** The label with what it is about. */
  readonly name: string;
  readonly variant?: ComponentProps<typeof PostButton>['variant'];
}) {
  return <PostButton action={`?do=${action}`} fields={{ [field]: id }} {...{ label, name, variant }} />;
}
