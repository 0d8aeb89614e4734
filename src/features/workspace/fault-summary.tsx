import system from '#content/system.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { Notice } from '#src/ui/notice.tsx';
import styles from './fault-summary.module.css';

/** That fields of the form that was sent are wrong, at the top of the page that shows it again. */
export function FaultSummary({ refused }: { readonly refused: RefusedAction }) {
  const sentences = Object.values(refused.errors);
  if (sentences.length === 0) return null;
  // What is wrong with a field stands beside it.
  const text = sentences.includes(refused.error) ? system.fault.summary : refused.error;
  return (
    <div className={`wrap ${styles.summary}`}>
      <Notice kind="error" role="alert">
        {text}
      </Notice>
    </div>
  );
}
