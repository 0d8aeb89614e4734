import type { FormName } from '../form-names.ts';

/** The id of the receipt that a visitor without scripts is sent to after a form. */
export const receiptIdOf = (form: FormName) => `received-${form}`;

/** The address of a form's receipt on the home page. */
export const receiptPathOf = (form: FormName) => `/#${receiptIdOf(form)}`;
