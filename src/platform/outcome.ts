/** The result of an operation: `ok` with its value, if any, or the reason of its failure. */
export type Outcome<Reason extends string, Made = unknown> =
  | ({ readonly ok: true } & Made)
  | { readonly ok: false; readonly reason: Reason };
