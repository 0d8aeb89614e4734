/** The five ways in, as they appear in `POST /forms/<name>`. */
export const formNames = ['discovery-call', 'brief', 'contact', 'lead-capture', 'message'] as const;

export type FormName = (typeof formNames)[number];

export const isFormName = (name: string | undefined): name is FormName =>
  (formNames as readonly (string | undefined)[]).includes(name);

/** The id of the receipt that a visitor without scripts is sent to after a form. */
export const receiptIdOf = (form: FormName) => `received-${form}`;

/** The address of a form's receipt on the home page. */
export const receiptPathOf = (form: FormName) => `/#${receiptIdOf(form)}`;
