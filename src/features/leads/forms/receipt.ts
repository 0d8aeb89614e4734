import type { FormName } from '#src/features/leads/form-names.ts';

/** The element that a visitor without scripts is sent to after a form, hidden until then. */
export const receiptIdOf = (form: FormName) => `received-${form}`;

/** Home, at the receipt of this form. */
export const receiptPathOf = (form: FormName) => `/#${receiptIdOf(form)}`;
