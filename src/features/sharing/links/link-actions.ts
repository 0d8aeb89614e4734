import words from '#content/listening.yaml';
import {
  fieldRefusal,
  isSure,
  personAction,
  question,
  refusal,
  type FieldError,
} from '#src/features/accounts/access/action.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { checkText, present, problem, wrongFields } from '#src/workspace/form-checks.ts';
import { severalOf } from '#src/workspace/count-words.ts';
import { isDay } from '#src/platform/calendar.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { cleanEmail } from '#src/platform/clean-email.ts';
import { dayMs } from '#src/platform/durations.ts';
import { isEmail, longest } from '#src/platform/field.schema.ts';
import { fill } from '#src/platform/fill.ts';
import {
  createLink,
  linkDays,
  longestLinkDays,
  mostEntries,
  shortestPassword,
  type LinkEntry,
  type LinkSettings,
} from './create-link.ts';
import { editLink, revokeLink } from './edit-link.ts';
import { mostRecipients, sendLink } from './link-mails.ts';

const { errors, send } = words.share;

type Target = Pick<LinkEntry, 'fileId' | 'recordingId'>;

/** Formats what a title leads to as the form's value. */
export const targetText = ({ fileId, recordingId }: Target): string =>
  fileId === null ? `recording:${recordingId}` : `file:${fileId}`;

/** Parses `recording:<id>` or `file:<id>`. Returns null for anything else. */
function parseTarget(text: string): Target | null {
  const [kind, id = ''] = text.split(':', 2);
  if (kind === 'recording') return { fileId: null, recordingId: id };
  return kind === 'file' ? { fileId: id, recordingId: null } : null;
}

const longestTitle = 200;

/** The fields of a title in the form; `key` tells the rows of the list apart. */
export const entryFields = (key: string) =>
  ({
    pick: `pick-${key}`,
    version: `version-${key}`,
    title: `title-${key}`,
    position: `position-${key}`,
  }) as const;

/** Returns the keys of the chosen rows, in order. */
export function chosenKeys(entries: Entries): string[] {
  const keys = Object.keys(entries).flatMap((name) => (name.startsWith('pick-') ? [name.slice(5)] : []));
  const placeOf = (key: string) => {
    const place = Number(entries[entryFields(key).position] || Number.NaN);
    return Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place;
  };
  return keys.toSorted((one, other) => placeOf(one) - placeOf(other));
}

type Checked<Value> = { readonly value: Value; readonly wrong: readonly FieldError[] };

const refused = <Value>(value: Value, wrong: FieldError): Checked<Value> => ({ value, wrong: [wrong] });

/** Reads what the link is to cover: the project, chosen titles, or the single target of an earlier form. */
function readTargets(entries: Entries): Checked<Pick<LinkSettings, 'coversProject' | 'entries'>> {
  const { target = '' } = entries;
  const none = { coversProject: false, entries: [] };
  if (target === 'project') return { value: { coversProject: true, entries: [] }, wrong: [] };
  if (target !== 'files') {
    const single = parseTarget(target);
    return single
      ? { value: { coversProject: false, entries: [{ ...single, title: null }] }, wrong: [] }
      : refused(none, problem('target', errors.target));
  }
  const keys = chosenKeys(entries);
  if (keys.length === 0) return refused(none, problem('target', errors.noTitles));
  if (keys.length > mostEntries)
    return refused(none, problem('target', fill(errors.tooManyTitles, { count: String(mostEntries) })));
  const chosen = keys.map((key) => {
    const fields = entryFields(key);
    const found = parseTarget(entries[fields.version] ?? '');
    const wrong = found
      ? checkText(entries, fields.title, { max: longestTitle, isLine: true, missing: null })
      : problem('target', errors.target);
    const title = (entries[fields.title] ?? '').trim();
    return { wrong, entry: { ...(found ?? { fileId: '', recordingId: null }), title: title || null } };
  });
  return {
    value: { coversProject: false, entries: chosen.map(({ entry }) => entry) },
    wrong: present(chosen.map(({ wrong }) => wrong)),
  };
}

/** Returns the moment of a local time in the studio; one that a clock change skips is the next that exists. */
function momentOf(day: string, minute: number): Date {
  const [span] = studioCalendar.spansOf(day, minute, minute + 1);
  return span ? new Date(span[0]) : studioCalendar.momentAt(day, Math.floor(minute / 60));
}

/** Reads when the link ends: after some days, or at a time on a day. */
function readEnd(entries: Entries, now: Date): Checked<Date> {
  const { days: typed = '', endDay = '', endTime = '' } = entries;
  const days = linkDays.find((each) => String(each) === typed);
  if (days !== undefined) return { value: new Date(now.getTime() + days * dayMs), wrong: [] };
  if (typed !== 'date') return refused(now, problem('days', errors.days));
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})/.exec(endTime) ?? [];
  if (!isDay(endDay)) return refused(now, problem('endDay', errors.endDay));
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59)
    return refused(now, problem('endTime', errors.endTime));
  const value = momentOf(endDay, Number(hour) * 60 + Number(minute));
  if (value <= now) return refused(value, problem('endDay', errors.past));
  const isTooFar = value.getTime() - now.getTime() > (longestLinkDays + 1) * dayMs;
  return { value, wrong: isTooFar ? [problem('endDay', errors.tooFar)] : [] };
}

function checkPassword(entries: Entries): FieldError | null {
  const { password = '' } = entries;
  if (password === '') return null;
  if ([...password].length < shortestPassword) return problem('password', errors.shortPassword);
  return checkText(entries, 'password', { max: 200, missing: null });
}

/** Four fields for each title that a project can list. */
export const mostLinkFields = 2000;

/** Reads the form of a link. */
function readSettings(entries: Entries, now: Date): Checked<LinkSettings> {
  const targets = readTargets(entries);
  const end = readEnd(entries, now);
  const isChosen = (name: string) => entries[name] === 'yes';
  const { name = '', title = '', cover = '' } = entries;
  return {
    value: {
      ...targets.value,
      name,
      title: title.trim() || null,
      coverFileId: cover || null,
      expiresAt: end.value,
      mayComment: isChosen('mayComment'),
      mayDownload: isChosen('mayDownload'),
      namesProject: isChosen('namesProject'),
      asksName: isChosen('asksName'),
      showsAllComments: isChosen('showsAllComments'),
    },
    wrong: [
      ...targets.wrong,
      ...present([
        checkText(entries, 'title', { max: longestTitle, isLine: true, missing: null }),
        checkText(entries, 'name', { max: longest.name, isLine: true, missing: errors.name }),
      ]),
      ...end.wrong,
      ...present([checkPassword(entries)]),
    ],
  };
}

/** Returns the page of one link. */
const linkPageOf = (projectId: string, linkId: string) =>
  `/portal/projects/${projectId}/share?link=${linkId}`;

const makeAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { linkId: id = '', password = '' } = entries;
  const { value, wrong } = readSettings(entries, services.clock.now());
  if (wrong.length > 0) return wrongFields(wrong);
  const made = await createLink(services, person, { ...value, id, projectId, password: password || null });
  return made.ok
    ? { ok: true, next: `/portal/projects/${projectId}/share?made=${id}#link-${id}` }
    : refusal(404, errors.gone);
});

const editAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { linkId = '', password = '' } = entries;
  const { value, wrong } = readSettings(entries, services.clock.now());
  if (wrong.length > 0) return wrongFields(wrong);
  const kept = entries['removePassword'] === 'yes' ? null : undefined;
  const edit = { ...value, projectId, linkId, password: password === '' ? kept : password };
  const edited = await editLink(services, person, edit);
  return edited.ok
    ? { ok: true, next: `${linkPageOf(projectId, linkId)}&said=changed` }
    : refusal(404, errors.gone);
});

const revokeAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { linkId = '' } = entries;
  const revoked = await revokeLink(services, person, { projectId, linkId });
  return revoked.ok
    ? { ok: true, next: `/portal/projects/${projectId}/share#link-${linkId}` }
    : refusal(404, errors.gone);
});

/** Splits typed addresses at commas, semicolons and line breaks; the same address counts once. */
function parseAddresses(typed: string): string[] {
  const all = typed
    .split(/[\s,;]+/u)
    .map((each) => cleanEmail(each))
    .filter((each) => each !== '');
  return [...new Map(all.map((each) => [each.toLowerCase(), each])).values()];
}

function checkAddresses(addresses: readonly string[]): FieldError | null {
  if (addresses.length === 0) return problem('addresses', errors.noAddresses);
  if (addresses.length > mostRecipients)
    return problem('addresses', fill(errors.tooManyAddresses, { count: String(mostRecipients) }));
  const wrong = addresses.find((each) => !isEmail(each) || each.length > longest.email);
  return wrong === undefined ? null : problem('addresses', fill(errors.address, { address: wrong }));
}

const sendRefusals = {
  'not-found': refusal(404, errors.gone),
  ended: refusal(404, errors.ended),
  'too-many': fieldRefusal('addresses', errors.tooManyMails, 429),
};

const sendAction = personAction(async ({ services, person, entries, params }) => {
  const { id: projectId = '' } = params;
  const { linkId = '', sendId = '', addresses: typed = '', message = '' } = entries;
  const addresses = parseAddresses(typed);
  const wrong = present([
    checkAddresses(addresses),
    checkText(entries, 'message', { max: 2000, missing: null }),
  ]);
  if (wrong.length > 0) return wrongFields(wrong);
  if (!isSure(entries))
    return question(severalOf(addresses.length, send.ask.titles), {
      texts: [addresses.join(', '), ...(message.trim() === '' ? [] : [message.trim()]), send.ask.text],
      yes: send.ask.yes,
    });
  const key = { projectId, linkId, sendId };
  const sent = await sendLink(services, person, { ...key, addresses, message: message.trim() });
  return sent.ok
    ? { ok: true, next: `${linkPageOf(projectId, linkId)}&said=sent` }
    : sendRefusals[sent.reason];
});

/** The actions on the listening links of a project. */
export const linkActions = {
  'make-link': makeAction,
  'edit-link': editAction,
  'send-link': sendAction,
  'revoke-link': revokeAction,
} as const;
