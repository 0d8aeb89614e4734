import forms from '#content/forms.yaml';
import { Dialog } from '#src/ui/dialog.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import { LeadCaptureForm, LeadCaptureIntro } from './lead-capture-form.tsx';

const { title, close } = forms['lead-capture'];

/** The modal behind "Session planner". It opens when the visitor asks for it, never by itself. */
export function LeadCaptureDialog() {
  const heading = (
    <h2 id="session-planner-title" className="title-2" tabIndex={-1} data-first-focus>
      {title}
    </h2>
  );
  return (
    <Dialog id="session-planner" labelledBy="session-planner-title" closeLabel={close}>
      <SplitPanel aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm idPrefix="planner" />
      </SplitPanel>
    </Dialog>
  );
}
