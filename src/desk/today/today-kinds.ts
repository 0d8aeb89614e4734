import { callKind, missedCallKind } from './kinds/call-kinds.ts';
import type { TodayKind } from './kinds/kind.ts';
import { chatKind, failedEmailKind, followUpKind, leadKind } from './kinds/lead-kinds.ts';
import {
  approvalKind,
  changeRequestKind,
  commentKind,
  fileKind,
  measuringKind,
  messageKind,
  paymentKind,
} from './kinds/project-kinds.ts';

/** Everything that waits, in the order of the page. */
const todayKinds: readonly TodayKind[] = [
  callKind,
  chatKind,
  missedCallKind,
  followUpKind,
  leadKind,
  messageKind,
  changeRequestKind,
  commentKind,
  paymentKind,
  fileKind,
  approvalKind,
  failedEmailKind,
  measuringKind,
];

/** Returns the kinds that a team member sees. */
export const kindsFor = (canSeeMoney: boolean): readonly TodayKind[] =>
  todayKinds.filter(({ isMoney }) => canSeeMoney || !isMoney);
