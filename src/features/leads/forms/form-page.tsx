import forms from '#content/forms.yaml';
import system from '#content/system.yaml';
import { PanelPage } from '#src/studio/panel-page.tsx';
import { SplitPanel } from '#src/ui/split-panel.tsx';
import type { FormName } from '../form-names.ts';
import { LeadCaptureForm, LeadCaptureIntro } from './lead-capture-form.tsx';

/** Returns the title of a form's own page. */
export function formTitleOf(form: FormName): string {
  if (form === 'brief') return system.destinations.brief;
  if (form === 'contact') return system.keyDestinations.contact;
  return forms[form].title;
}

/** Renders a form on its own page, used without scripts when the submission needs a message. */
export function FormPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <PanelPage>
      <SplitPanel aside={<h1 className="title">{title}</h1>}>{children}</SplitPanel>
    </PanelPage>
  );
}

/** Renders the session planner page, the target of its links without scripts. */
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
