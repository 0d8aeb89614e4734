/** The five ways in, as they appear in `POST /forms/<name>`. */
export const formNames = ['discovery-call', 'brief', 'contact', 'lead-capture', 'message'] as const;

export type FormName = (typeof formNames)[number];

export const isFormName = (name: string | undefined): name is FormName =>
  (formNames as readonly (string | undefined)[]).includes(name);
