import words from '#content/call-hours.yaml';
import { refusal } from '#src/features/accounts/access/person-action.ts';
import type { ActionOutcome, FieldError } from '#src/features/accounts/access/take-action.ts';
import type { WeeklyHours } from '#src/features/calls/times/free-times.ts';
import { present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { changeHost, renewFeed, saveWeek } from './change-host.ts';
import { dropCalendar, rereadCalendar, takeCalendar } from './calendar-actions.ts';
import { numberOf } from './check-number.ts';
import { removeDaysAction, saveDaysAction } from './days-actions.ts';
import { onHost, type HostInput } from './on-host.ts';
import { listZones } from './list-zones.ts';
import { readHours } from './read-times.ts';
import { saying } from './said.ts';
import { byOf } from './studio-actions.ts';

const { errors } = words;
const gone = refusal(404, errors.gone);

/** How many spans of hours a weekday may have. */
export const spansOfWeekday = 4;

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The beginning of the names of a weekday's fields. */
export const weekdayPrefix = (weekday: number) => `weekday${weekday}`;

async function takeHost(input: HostInput): Promise<ActionOutcome> {
  const { entries, host, services } = input;
  const dailyMost = numberOf(entries, 'dailyMost', { min: 1, max: 48 });
  const asked = entries['timeZone'] ?? '';
  // Nothing chosen: the studio's.
  const timeZone = asked === '' ? null : listZones(host.timeZone).find((zone) => zone === asked);
  const wrong = present([
    timeZone === undefined ? problem('timeZone', errors.choice) : null,
    dailyMost.wrong,
  ]);
  if (timeZone === undefined || wrong.length > 0) return wrongFields(wrong);
  const isTakingCalls = entries['isTakingCalls'] === 'yes';
  const rules = { timeZone, dailyMost: dailyMost.value, isTakingCalls };
  return (await changeHost(services.db, byOf(input), host.id, rules)) ? saying(input.path, 'saved') : gone;
}

/** The week as it was typed; with `copy`, Monday's hours on every weekday up to Friday. */
function readWeek(entries: Entries): { weekly: WeeklyHours[]; wrong: FieldError[] } {
  const weekly: WeeklyHours[] = [];
  const wrong: FieldError[] = [];
  const isCopied = entries['copy'] === 'monday';
  for (const weekday of weekdays) {
    const from = isCopied && weekday <= 5 ? 1 : weekday;
    const read = readHours(entries, weekdayPrefix(from), spansOfWeekday);
    weekly.push(...read.hours.map((hours) => ({ weekday, ...hours })));
    if (from === weekday) wrong.push(...read.wrong);
  }
  return { weekly, wrong };
}

async function takeWeek(input: HostInput): Promise<ActionOutcome> {
  const { entries, host, services } = input;
  const { weekly, wrong } = readWeek(entries);
  if (wrong.length > 0) return wrongFields(wrong);
  return (await saveWeek(services.db, byOf(input), host.id, weekly))
    ? saying(input.path, 'hoursSaved')
    : gone;
}

const whoseOf = ({ host, path }: HostInput) => ({
  hostId: host.id,
  timeZone: host.timeZone,
  path,
});

/** The team's actions on the page of a host's hours. */
export const hostHoursActions = {
  'change-host': onHost(takeHost),
  'save-hours': onHost(takeWeek),
  'add-calendar': onHost(takeCalendar),
  'read-calendar': onHost(rereadCalendar),
  'remove-calendar': onHost(dropCalendar),
  'renew-feed': onHost(async (input) =>
    (await renewFeed(input.services.db, byOf(input), input.host.id))
      ? saying(input.path, 'feedRenewed')
      : gone,
  ),
  'add-days': onHost((input) => saveDaysAction(input.services, byOf(input), whoseOf(input), input.entries)),
  'remove-days': onHost((input) =>
    removeDaysAction(input.services, byOf(input), whoseOf(input), input.entries),
  ),
};
