import { Notice } from '#src/ui/notice.tsx';
import type { RefusedAction } from './take-action.ts';

/** Shows why an action was refused; nothing where its fields do, or where a question is asked instead. */
export function RefusedNotice({
  refused,
  className,
}: {
  readonly refused: RefusedAction | null;
  readonly className?: string | undefined;
}) {
  if (!refused || refused.ask || Object.keys(refused.errors).length > 0) return null;
  const notice = (
    <Notice kind="error" role="alert">
      {refused.error}
    </Notice>
  );
  return className === undefined ? notice : <div className={className}>{notice}</div>;
}
