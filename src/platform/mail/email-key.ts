/** An address without regard to case, by which a person is known again. */
export const emailKeyOf = (email: string) => email.toLowerCase();
