import { validate as isUuid } from 'uuid';
import words from '#content/call-hours.yaml';
import { fieldRefusal, refusal } from '#src/features/accounts/access/person-action.ts';
import type { ActionOutcome } from '#src/features/accounts/access/take-action.ts';
import {
  addCalendar,
  mostCalendars,
  readCalendarNow,
  removeCalendar,
  type CalendarChange,
} from '#src/features/calls/busy/busy-calendars.ts';
import { checkText, wrongFields } from '#src/workspace/form-checks.ts';
import { fill } from '#src/platform/fill.ts';
import { saying } from './said.ts';
import type { HostInput } from './on-host.ts';

const { errors } = words;
const longestName = 100;
const gone = refusal(404, errors.gone);

const deskOf = ({ person, services: { clock, jobs, secret } }: HostInput): CalendarChange => ({
  now: clock.now(),
  actor: person,
  jobs,
  secret,
});

/** Adds a host's calendar elsewhere from what the form holds; refused where its address is none, or they have too many. */
export async function takeCalendar(input: HostInput): Promise<ActionOutcome> {
  const { entries, host, path, services } = input;
  const { address = '', calendar: name = '' } = entries;
  const tooLong = checkText(entries, 'calendar', { max: longestName, isLine: true, missing: null });
  if (tooLong) return wrongFields([tooLong]);
  const added = await addCalendar(services.db, deskOf(input), host.id, { address, name });
  if (added.ok) return saying(path, 'calendarAdded');
  if (added.reason === 'not-found') return gone;
  const count = String(mostCalendars);
  const refused = { address: errors.address, 'too-many': fill(errors.tooManyCalendars, { count }) };
  return fieldRefusal('address', refused[added.reason]);
}

/** An action about one of the host's calendars. */
const onCalendar =
  (act: typeof removeCalendar, said: 'calendarRemoved' | 'calendarRead') =>
  async (input: HostInput): Promise<ActionOutcome> => {
    const { id = '' } = input.entries;
    const isDone = isUuid(id) && (await act(input.services.db, deskOf(input), input.host.id, id));
    return isDone ? saying(input.path, said) : gone;
  };

export const dropCalendar = onCalendar(removeCalendar, 'calendarRemoved');
export const rereadCalendar = onCalendar(readCalendarNow, 'calendarRead');
