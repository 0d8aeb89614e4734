import words from '#content/forms.yaml';
import system from '#content/system.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { formNames, receiptIdOf } from '../form-names.ts';
import styles from './receipts.module.css';

/**
 * Renders one receipt per form, visible only if the address names it: for forms sent without scripts. With scripts it
 * is a toast (enhance-form.client.ts).
 */
export function Receipts() {
  return (
    <div data-receipts>
      {formNames.map((form) => (
        <p key={form} id={receiptIdOf(form)} className={styles.receipt} data-s="plate" tabIndex={-1}>
          <Icon name="check" />
          <span>{words[form].success}</span>
          <a href="#main" aria-label={system.dismiss}>
            <Icon name="close" />
          </a>
        </p>
      ))}
    </div>
  );
}
