import words from '#content/handover.yaml';
import { StateMark } from '#src/ui/state-mark.tsx';
import { countedOf, sentenceOf } from '#src/workspace/count-words.ts';
import { dayText, momentDayText } from '#src/workspace/time-text.ts';
import { fill } from '#src/platform/fill.ts';
import type { ListedRequest } from './upload-requests.ts';

const { requests: texts } = words;

/** Returns when the files of an open request are due. */
export function dueText(dueOn: string, today: string): string {
  if (dueOn === today) return texts.today;
  return fill(dueOn < today ? texts.overdue : texts.open, { day: dayText(dueOn) });
}

/** Renders the state of a request: due, complete or cancelled. */
export function RequestState({
  request: { state, dueOn, closedAt },
  today,
}: {
  readonly request: ListedRequest;
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  if (state === 'open')
    return <StateMark shape={dueOn < today ? 'diamond' : 'signal'} label={dueText(dueOn, today)} wraps />;
  const day = closedAt ? momentDayText(closedAt) : '';
  return <StateMark shape={state === 'done' ? 'full' : 'empty'} label={fill(texts[state], { day })} wraps />;
}

/** Returns how many files were sent for a request, as a sentence part. */
export const filesText = ({ fileCount }: Pick<ListedRequest, 'fileCount'>): string =>
  sentenceOf(countedOf(fileCount, texts.files)).replace(/\.$/, '');
