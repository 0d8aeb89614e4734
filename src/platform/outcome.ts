/** The result of a verb: `ok`, with what it made if that is of use, or the reason why not. */
export type Outcome<Reason extends string, Made = unknown> =
  | ({ readonly ok: true } & Made)
  | { readonly ok: false; readonly reason: Reason };
