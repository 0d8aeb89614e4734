import words from '#content/call-hours.yaml';
import {
  refusal,
  fieldRefusal,
  teamAction,
  type TeamInput,
  type ActionOutcome,
  type FieldError,
  type Action,
} from '#src/features/accounts/access/action.ts';
import type { WeeklyHours } from '../times/free-times.ts';
import { present, problem, wrongFields, checkText } from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { changeHost, renewFeed, saveWeek } from './change-hours.ts';
import { copyField, weekdayField, weekdays } from './hours-fields.tsx';
import { numberOf, readHours, saying } from './hours-form.ts';
import { removeDaysAction, saveDaysAction } from './days-actions.ts';
import { listZones, findHostHours, type HostHours } from './find-hours.ts';
import { byOf } from './studio-actions.ts';
import { validate as isUuid } from 'uuid';
import {
  addCalendar,
  mostCalendars,
  readCalendarNow,
  removeCalendar,
  type CalendarChange,
} from '../icalendar/host-calendars.ts';
import { fill } from '#src/platform/fill.ts';

const { errors } = words;
const gone = refusal(404, errors.gone);

/** The most spans of hours on a weekday. */
const spansOfWeekday = 4;

/** The input of an action on a host, with the host and the page's path. */
export type HostInput = TeamInput & { readonly host: HostHours; readonly path: string };

/** Returns an action on the host in the URL. */
const hostAction = (act: (input: HostInput) => Promise<ActionOutcome>): Action =>
  teamAction(async (input) => {
    const { id = '' } = input.params;
    const host = isUuid(id) ? await findHostHours(input.services.db, id) : null;
    return host ? act({ ...input, host, path: `/desk/calls/hours/${id}` }) : gone;
  });

async function changeHostAction(input: HostInput): Promise<ActionOutcome> {
  const { entries, host, services } = input;
  const dailyMost = numberOf(entries, 'dailyMost', { min: 1, max: 48 });
  const typedZone = entries['timeZone'] ?? '';
  // An empty choice means the studio's zone.
  const timeZone = typedZone === '' ? null : listZones(host.timeZone).find((zone) => zone === typedZone);
  const wrong = present([
    timeZone === undefined ? problem('timeZone', errors.choice) : null,
    dailyMost.wrong,
  ]);
  if (timeZone === undefined || wrong.length > 0) return wrongFields(wrong);
  const isTakingCalls = entries['isTakingCalls'] === 'yes';
  const rules = { timeZone, dailyMost: dailyMost.value, isTakingCalls };
  return (await changeHost(services.db, byOf(input), host.id, rules)) ? saying(input.path, 'saved') : gone;
}

/** Parses the week's hours; a weekday to which another is copied gets the other's hours. */
function readWeek(entries: Entries): { weekly: WeeklyHours[]; wrong: FieldError[] } {
  const weekly: WeeklyHours[] = [];
  const wrong: FieldError[] = [];
  for (const weekday of weekdays) {
    const from = weekdays.find((other) => entries[copyField(other, weekday)] === 'yes') ?? weekday;
    const read = readHours(entries, weekdayField(from), spansOfWeekday);
    weekly.push(...read.hours.map((hours) => ({ weekday, ...hours })));
    if (read.wrong && !wrong.some(({ field }) => field === read.wrong?.field)) wrong.push(read.wrong);
  }
  return { weekly, wrong };
}

async function saveWeekAction(input: HostInput): Promise<ActionOutcome> {
  const { entries, host, services } = input;
  const { weekly, wrong } = readWeek(entries);
  if (wrong.length > 0) return wrongFields(wrong);
  return (await saveWeek(services.db, byOf(input), host.id, weekly))
    ? saying(input.path, 'hoursSaved')
    : gone;
}

const longestName = 100;

const deskOf = ({ person, services: { clock, jobs, secret } }: HostInput): CalendarChange => ({
  now: clock.now(),
  actor: person,
  jobs,
  secret,
});

/** Adds an external calendar from the form; refused if its address is invalid or there are too many. */
async function addCalendarAction(input: HostInput): Promise<ActionOutcome> {
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

/** Returns an action on one of the host's calendars. */
const calendarAction =
  (act: typeof removeCalendar, confirmation: 'calendarRemoved' | 'calendarRead') =>
  async (input: HostInput): Promise<ActionOutcome> => {
    const { id = '' } = input.entries;
    const isDone = isUuid(id) && (await act(input.services.db, deskOf(input), input.host.id, id));
    return isDone ? saying(input.path, confirmation) : gone;
  };

const removeCalendarAction = calendarAction(removeCalendar, 'calendarRemoved');
const readCalendarAction = calendarAction(readCalendarNow, 'calendarRead');

const ownerOf = ({ host, path }: HostInput) => ({
  hostId: host.id,
  timeZone: host.timeZone,
  path,
});

/** The actions on the page of a host's hours. */
export const hostHoursActions = {
  'change-host': hostAction(changeHostAction),
  'save-hours': hostAction(saveWeekAction),
  'add-calendar': hostAction(addCalendarAction),
  'read-calendar': hostAction(readCalendarAction),
  'remove-calendar': hostAction(removeCalendarAction),
  'renew-feed': hostAction(async (input) =>
    (await renewFeed(input.services.db, byOf(input), input.host.id))
      ? saying(input.path, 'feedRenewed')
      : gone,
  ),
  'add-days': hostAction((input) =>
    saveDaysAction(input.services, byOf(input), ownerOf(input), input.entries),
  ),
  'remove-days': hostAction((input) =>
    removeDaysAction(input.services, byOf(input), ownerOf(input), input.entries),
  ),
};
