import words from '#content/desk-calls.yaml';
import type { CallState } from '../call.table.ts';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import type { ListedCall } from './list-calls.ts';

const shapes: Readonly<Record<CallState, MarkShape>> = {
  offered: 'empty',
  released: 'empty',
  booked: 'signal',
  cancelled: 'empty',
  happened: 'full',
  missed: 'diamond',
};

/** A call's state, as text and a mark. */
export const CallMark = ({ state }: { readonly state: CallState }) => (
  <StateMark shape={shapes[state]} label={words.states[state]} />
);

/** Returns the name of a call's kind; the discovery call's for null. */
export const kindText = (kind: string | null) => kind ?? words.kinds.discovery;

/** The kind of a call and its host; for a current call, also whether the host was disabled. */
export const KindAndHost = ({ kind, host, hasHostLeft, state }: ListedCall) => (
  <span className="dim">
    {kindText(kind)}, <bdi>{host}</bdi>
    {hasHostLeft && state === 'booked' && ` (${words.calendar.left})`}
  </span>
);
