import { Notice } from '#src/ui/notice.tsx';
import type { RefusedAction } from './take-action.ts';

/** Says why an action was refused; nothing where its fields say so themselves. */
export function RefusedNotice({
  refused,
  className,
}: {
  readonly refused: RefusedAction | null;
  readonly className?: string | undefined;
}) {
  if (!refused || Object.keys(refused.errors).length > 0) return null;
  const notice = (
    <Notice kind="error" role="alert">
      {refused.error}
    </Notice>
  );
  return className === undefined ? notice : <div className={className}>{notice}</div>;
}
