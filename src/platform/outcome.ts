/** What a verb answers: done, with what it made where that is of use, or the reason why not. */
export type Outcome<Reason extends string, Made = unknown> =
  ({ readonly ok: true } & Made) | { readonly ok: false; readonly reason: Reason };
