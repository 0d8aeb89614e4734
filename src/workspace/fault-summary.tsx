import system from '#content/system.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { Notice } from '#src/ui/notice.tsx';
import styles from './fault-summary.module.css';

/** Says at the top of a form's page that fields of the refused form are wrong. Null if no field is. */
export function FaultSummary({ refused }: { readonly refused: RefusedAction }) {
  const sentences = Object.values(refused.errors);
  if (sentences.length === 0) return null;
  // Each field has its own message beside it.
  const text = sentences.includes(refused.error) ? system.fault.summary : refused.error;
  return (
    <div className={`wrap ${styles.summary}`}>
      <Notice kind="error" role="alert">
        {text}
      </Notice>
    </div>
  );
}
