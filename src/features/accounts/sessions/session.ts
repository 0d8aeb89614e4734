import type { Role } from '#src/features/accounts/people/person.table.ts';

/** Whoever is signed in, as the server knows them. */
export type Person = {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
};

/** A browser whose cookie the database knows. */
export type Session = {
  readonly id: string;
  readonly person: Person;
  /** False for a member of the team whose second factor is still due: such a session opens nothing but that step. */
  readonly isComplete: boolean;
};
