import forms from '#content/forms.yaml';
import { PanelPage } from '#src/studio/panel-page.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import { LeadCaptureForm, LeadCaptureIntro } from './lead-capture-form.tsx';

/** The session planner as a page of its own: where its links lead when no script runs. */
export function LeadCapture() {
  const heading = <h1 className="title">{forms['lead-capture'].title}</h1>;
  return (
    <PanelPage>
      <SplitPanel aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm />
      </SplitPanel>
    </PanelPage>
  );
}
