import { Notice } from '#src/ui/notice.tsx';
import type { RefusedAction } from './action.ts';

/** Shows the success message of the last action; renders nothing if there is none or the action was refused. */
export function DoneMessage({
  said,
  refused,
  className,
}: {
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
  readonly className?: string | undefined;
}) {
  if (said === undefined || refused) return null;
  const notice = (
    <Notice kind="success" role="status">
      {said}
    </Notice>
  );
  return className === undefined ? notice : <div className={className}>{notice}</div>;
}

/** Shows why an action was refused; renders nothing if its fields show it, or if a question is asked instead. */
export function RefusedMessage({
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
