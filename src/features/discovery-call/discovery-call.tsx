import forms from '#content/forms.yaml';
import { SheetPage } from '#src/features/site/sheet-page.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { DiscoveryCallAgenda, DiscoveryCallForm } from './discovery-call-form.tsx';
import styles from './discovery-call.module.css';

/** The discovery call as a page of its own: where the links lead when no script runs. */
export function DiscoveryCall(form: React.ComponentProps<typeof DiscoveryCallForm>) {
  const heading = <h1 className={`title ${styles.title}`}>{forms['discovery-call'].title}</h1>;
  return (
    <SheetPage>
      <Sheet aside={<DiscoveryCallAgenda heading={heading} />}>
        <DiscoveryCallForm {...form} />
      </Sheet>
    </SheetPage>
  );
}
