import forms from '#content/forms.yaml';
import { SheetPage } from '#src/studio/sheet-page.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { LeadCaptureForm, LeadCaptureIntro } from './lead-capture-form.tsx';

/** The session planner as a page of its own: where its links lead when no script runs. */
export function LeadCapture() {
  const heading = <h1 className="title">{forms['lead-capture'].title}</h1>;
  return (
    <SheetPage>
      <Sheet aside={<LeadCaptureIntro heading={heading} />}>
        <LeadCaptureForm />
      </Sheet>
    </SheetPage>
  );
}
