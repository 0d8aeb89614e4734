import words from '#content/calls.yaml';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import type { TimeChoice } from '#src/features/calls/chooser/find-choice.ts';
import { TimeFields } from '#src/features/calls/chooser/time-fields.tsx';
import { callPathOf } from '../call-token.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { CallFrame, RefusedCall } from './visitor-call-screen.tsx';
import type { FoundCall } from './find-visitor-call.ts';

const { moving, errors } = words.page;

/** The times that a call can be moved to. */
export function MoveScreen({
  call,
  token,
  choice,
  refused,
}: {
  readonly call: FoundCall;
  readonly token: string;
  readonly choice: TimeChoice | null;
  readonly refused: RefusedAction | null;
}) {
  const path = callPathOf(token);
  const now = clockWords(call.startsAt, choice?.timeZone ?? call.visitorZone).all;
  const error = refused?.errors['slot'];
  return (
    <CallFrame title={moving.title} text={fill(moving.now, { time: now })}>
      {error === undefined && <RefusedCall refused={refused} />}
      <form method="post" action={`${path}?do=move`} noValidate>
        {choice ? (
          <TimeFields
            choice={choice}
            idPrefix="move"
            error={error}
            again={{ action: `${path}/move`, method: 'get' }}
            isRequired
          />
        ) : (
          <p>{errors.notBooked}</p>
        )}
        {choice && choice.days.length > 0 && <Button type="submit" label={moving.button} />}
      </form>
      <p>
        <a href={path}>{moving.back}</a>
      </p>
    </CallFrame>
  );
}
