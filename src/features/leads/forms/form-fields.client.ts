import { briefSchema } from './brief.schema.ts';
import type { Fields } from '#src/platform/check-fields.ts';
import { contactSchema } from './contact.schema.ts';
import { discoveryCallSchema } from './discovery-call.schema.ts';
import { leadCaptureSchema } from './lead-capture.schema.ts';
import { messageSchema } from './message.schema.ts';

/** The schema of a form on the page. What may be chosen is what its lists offer. */
export function fieldsOf(form: HTMLFormElement): Fields {
  const choices = (name: string) => {
    const list = form.elements.namedItem(name);
    return list instanceof HTMLSelectElement ? [...list.options].map(({ value }) => value) : [];
  };
  switch (form.dataset['form']) {
    case 'brief':
      return briefSchema({ project_type: choices('project_type'), timeline: choices('timeline') });
    case 'contact':
      return contactSchema({ service: choices('service') });
    case 'discovery-call':
      return discoveryCallSchema({ preferred_time: choices('preferred_time') });
    case 'lead-capture':
      return leadCaptureSchema();
    default:
      return messageSchema();
  }
}
