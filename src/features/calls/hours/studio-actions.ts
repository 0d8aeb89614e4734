import { validate as isUuid } from 'uuid';
import words from '#content/call-hours.yaml';
import {
  fieldRefusal,
  refusal,
  teamAction,
  type TeamInput,
  type ActionOutcome,
} from '#src/features/accounts/access/action.ts';
import { unreadCalendarRules } from '../call.table.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { addHost, removeKind, saveKind, saveSettings, type HoursChangedBy } from './change-hours.ts';
import { numberOf, type Typed, saying } from './hours-form.ts';
import { removeDaysAction, saveDaysAction, studioOwner } from './days-actions.ts';

const { errors } = words;
const gone = refusal(404, errors.gone);
const path = '/desk/calls/hours';
const longestName = 100;
const longestPlace = 500;

/** The limits of the database constraints, in minutes, days or, for the notice, hours. */
const ranges = {
  lengthMin: { min: 5, max: 480 },
  stepMin: { min: 5, max: 480 },
  noticeHours: { min: 0, max: 720 },
  horizonDays: { min: 1, max: 365 },
  bufferBeforeMin: { min: 0, max: 240 },
  bufferAfterMin: { min: 0, max: 240 },
} as const;

export const byOf = ({ person, services }: TeamInput): HoursChangedBy => ({
  actor: person,
  now: services.clock.now(),
});

async function saveSettingsAction(input: TeamInput): Promise<ActionOutcome> {
  const { entries, services } = input;
  const typed = Object.fromEntries(
    Object.entries(ranges).map(([field, range]) => [field, numberOf(entries, field, range)]),
  ) as Record<keyof typeof ranges, Typed>;
  const unreadCalendar = unreadCalendarRules.find((rule) => rule === entries['unreadCalendar']);
  const wrong = present([
    ...Object.values(typed).map((one) => one.wrong),
    checkText(entries, 'place', { max: longestPlace, isLine: true, missing: null }),
    unreadCalendar ? null : problem('unreadCalendar', errors.choice),
  ]);
  if (!unreadCalendar || wrong.length > 0) return wrongFields(wrong);
  await saveSettings(services.db, byOf(input), {
    lengthMin: typed.lengthMin.value,
    stepMin: typed.stepMin.value,
    noticeMin: typed.noticeHours.value * 60,
    horizonDays: typed.horizonDays.value,
    bufferBeforeMin: typed.bufferBeforeMin.value,
    bufferAfterMin: typed.bufferAfterMin.value,
    place: entries['place']?.trim() ?? '',
    unreadCalendar,
  });
  return saying(path, 'saved');
}

async function saveKindAction(input: TeamInput, id: string | null): Promise<ActionOutcome> {
  const { entries, services } = input;
  if (id !== null && !isUuid(id)) return gone;
  const length = numberOf(entries, 'kindLengthMin', ranges.lengthMin);
  const wrong = present([
    checkText(entries, 'kindName', { max: longestName, isLine: true, missing: errors.name }),
    length.wrong,
    checkText(entries, 'kindPlace', { max: longestPlace, isLine: true, missing: null }),
  ]);
  if (wrong.length > 0) return wrongFields(wrong);
  const { kindName = '', kindPlace = '' } = entries;
  const kind = { name: kindName.trim(), lengthMin: length.value, place: kindPlace.trim() };
  const saved = await saveKind(services.db, byOf(input), kind, id);
  if (saved.ok) return saying(path, id === null ? 'kindAdded' : 'saved');
  return saved.reason === 'exists' ? fieldRefusal('kindName', errors.kindExists, 409) : gone;
}

async function addHostAction(input: TeamInput): Promise<ActionOutcome> {
  const { id = '' } = input.entries;
  const isHost = isUuid(id) && (await addHost(input.services.db, byOf(input), id));
  return isHost ? saying(`${path}/${id}`, 'hostAdded') : gone;
}

/** The actions on the page of the studio's calls. */
export const studioHoursActions = {
  'save-settings': teamAction(saveSettingsAction),
  'add-kind': teamAction((input) => saveKindAction(input, null)),
  'change-kind': teamAction((input) => saveKindAction(input, input.entries['id'] ?? '')),
  'remove-kind': teamAction(async (input) => {
    const { id = '' } = input.entries;
    const isRemoved = isUuid(id) && (await removeKind(input.services.db, byOf(input), id));
    return isRemoved ? saying(path, 'kindRemoved') : gone;
  }),
  'add-host': teamAction(addHostAction),
  'add-days': teamAction((input) => saveDaysAction(input.services, byOf(input), studioOwner, input.entries)),
  'remove-days': teamAction((input) =>
    removeDaysAction(input.services, byOf(input), studioOwner, input.entries),
  ),
};
