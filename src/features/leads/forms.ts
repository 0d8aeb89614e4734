import words from '#content/forms.yaml';
import { briefSchema } from './brief.schema.ts';
import type { Fields } from '#src/platform/check-fields.ts';
import { contactSchema } from './contact.schema.ts';
import { discoveryCallSchema } from './discovery-call.schema.ts';
import type { FormName } from './form-names.ts';
import { leadCaptureSchema } from './lead-capture.schema.ts';
import { messageSchema } from './message.schema.ts';
import type { FormStatus } from './visitor-status.ts';

export type Form = {
  readonly fields: Fields;
  /** What sending it makes of a guest. */
  readonly reached: FormStatus;
};

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value);

/** What each form asks for, with the choices of content/forms.yaml. */
export const forms: Readonly<Record<FormName, Form>> = {
  'discovery-call': {
    fields: discoveryCallSchema({
      preferred_time: valuesOf(words['discovery-call'].fields.preferred_time.options),
    }),
    reached: 'booked',
  },
  brief: {
    fields: briefSchema({
      project_type: valuesOf(words.brief.fields.project_type.options),
      timeline: valuesOf(words.brief.fields.timeline.options),
    }),
    reached: 'lead',
  },
  contact: {
    fields: contactSchema({ service: valuesOf(words.contact.fields.service.options) }),
    reached: 'lead',
  },
  'lead-capture': { fields: leadCaptureSchema(), reached: 'lead' },
  message: { fields: messageSchema(), reached: 'lead' },
};
