import forms from '#content/forms.yaml';
import { Dialog } from '#src/ui/dialog.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import { DiscoveryCallAgenda, DiscoveryCallForm } from './discovery-call-form.tsx';

const { title, close } = forms['discovery-call'];

/** The modal behind every "Book a discovery call": the agenda on the plate, the form on paper. */
export function DiscoveryCallDialog() {
  const heading = (
    <h2 id="discovery-call-title" className="title-2" tabIndex={-1} data-first-focus>
      {title}
    </h2>
  );
  return (
    <Dialog id="discovery-call" labelledBy="discovery-call-title" closeLabel={close}>
      <SplitPanel aside={<DiscoveryCallAgenda heading={heading} />}>
        <DiscoveryCallForm idPrefix="call" />
      </SplitPanel>
    </Dialog>
  );
}
