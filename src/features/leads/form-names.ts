/** The public forms, as named in `POST /forms/<name>`. */
export const formNames = ['discovery-call', 'brief', 'contact', 'lead-capture', 'message'] as const;

export type FormName = (typeof formNames)[number];

export const isFormName = (name: string | undefined): name is FormName =>
  (formNames as readonly (string | undefined)[]).includes(name);

/** Returns the id of the receipt shown to a visitor without scripts after sending a form. */
export const receiptIdOf = (form: FormName) => `received-${form}`;

/** Returns the address of a form's receipt on the home page. */
export const receiptPathOf = (form: FormName) => `/#${receiptIdOf(form)}`;
