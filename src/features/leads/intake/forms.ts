import words from '#content/forms.yaml';
import { briefSchema } from '#src/features/leads/forms/brief.schema.ts';
import type { Fields } from '#src/platform/check-fields.ts';
import { contactSchema } from '#src/features/leads/forms/contact.schema.ts';
import { discoveryCallSchema } from '#src/features/leads/forms/discovery-call.schema.ts';
import type { FormName } from '#src/features/leads/form-names.ts';
import { leadCaptureSchema } from '#src/features/leads/forms/lead-capture.schema.ts';
import { messageSchema } from '#src/features/leads/forms/message.schema.ts';
import type { FormStatus } from '#src/features/leads/visitor-status.ts';

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
