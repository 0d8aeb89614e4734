import words from '#content/calls.yaml';
import forms from '#content/forms.yaml';
import { placeOfZone } from '#src/features/site/clock-words.ts';
import { compareNames } from '#src/features/site/locale.ts';
import { fill } from '#src/platform/fill.ts';
import { canonicalZoneOf } from '#src/platform/time-zone.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { ShownDay, TimeChoice } from './find-choice.ts';
import styles from './time-fields.module.css';

const { chooser } = words;

type Shown = {
  readonly choice: TimeChoice;
  /** Keeps ids apart where a page shows times twice. */
  readonly idPrefix: string;
  /** The error message about the choice, if any. */
  readonly error?: string | undefined;
  /** The address and method of the buttons that show other days; they post everything typed. */
  readonly again: { readonly action: string; readonly method: 'get' | 'post' };
  /** True if a time must be chosen: there is no "no time yet" when a call is moved. */
  readonly isRequired?: boolean;
};

/** The script of the form finds this place by its name, and what it asks for by its address. */
export const timesPlace = (idPrefix: string) => ({
  'data-times': `/discovery-call/time-fields?at=${idPrefix}`,
});

function Time({
  value,
  isChosen,
  children,
}: {
  readonly value: string;
  readonly isChosen: boolean;
  readonly children: React.ReactNode;
}) {
  return (
    <label className={styles.time}>
      <input type="radio" name="slot" value={value} defaultChecked={isChosen} />
      <span>{children}</span>
    </label>
  );
}

function Day({
  day,
  group,
  isOpen,
  chosen,
  studioPlace,
}: {
  readonly day: ShownDay;
  /** The place whose clock stands beside the times, for screen readers; null if there is none. */
  readonly studioPlace: string | null;
  readonly group: string;
  readonly isOpen: boolean;
  readonly chosen: string | null;
}) {
  const [one, many] = chooser.count;
  const count = day.times.length;
  return (
    <details name={group} className={styles.day} open={isOpen}>
      <summary>
        <span>
          {day.title}
          {day.zone && ` (${day.zone})`}
        </span>
        <span className="small dim">{count === 1 ? one : fill(many, { count: String(count) })}</span>
      </summary>
      <div className={styles.times}>
        {day.times.map(({ slot, time, studioTime }) => (
          <Time key={slot} value={slot} isChosen={slot === chosen}>
            {time}
            {studioTime && (
              <span className="small dim">
                {' '}
                {studioTime}
                <span className="sr-only"> {studioPlace}</span>
              </span>
            )}
          </Time>
        ))}
      </div>
    </details>
  );
}

/** All zones by the names of their places, with the one that is shown under the name that it was asked for by. */
function zoneOptions(shown: string) {
  const known = canonicalZoneOf(shown);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== known);
  const named = (zone: string) => {
    const region = zone.includes('/') ? ` (${zone.slice(0, zone.indexOf('/')).replaceAll('_', ' ')})` : '';
    return { zone, label: placeOfZone(zone) + region };
  };
  const all = [...new Set([shown, ...others, ...(known === 'UTC' ? [] : ['UTC'])])];
  return all.map(named).toSorted((one, other) => compareNames(one.label, other.label));
}

function OtherTimes({ choice, idPrefix, again: { action, method } }: Shown) {
  const button = { type: 'submit', variant: 'secondary', size: 'small' } as const;
  const leads = { formAction: action, formMethod: method, formNoValidate: true, name: 'from' };
  return (
    <>
      {(choice.earlier !== null || choice.later !== null) && (
        <div className={styles.row}>
          {choice.earlier !== null && (
            <Button {...button} {...leads} value={choice.earlier} label={chooser.earlier} />
          )}
          {choice.later !== null && (
            <Button {...button} {...leads} value={choice.later} label={chooser.later} />
          )}
        </div>
      )}
      <div className={styles.row}>
        <label htmlFor={`${idPrefix}-time_zone`} className="small">
          {chooser.zoneLabel}
        </label>
        <select id={`${idPrefix}-time_zone`} name="time_zone" defaultValue={choice.timeZone}>
          {zoneOptions(choice.timeZone).map(({ zone, label }) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
        </select>
        <Button {...button} {...leads} value="" label={chooser.show} />
      </div>
    </>
  );
}

/** The times that can be chosen, by day, with what shows others. */
export function TimeFields(shown: Shown) {
  const { choice, idPrefix, isRequired = false } = shown;
  const { days, chosen, chosenElsewhere, isGone } = choice;
  const error = shown.error ?? (isGone ? chooser.errors.gone : undefined);
  const opened = days.find(({ times }) => times.some(({ slot }) => slot === chosen)) ?? days[0];
  const nothing = fill(isRequired ? chooser.emptyMove : chooser.empty, { days: String(choice.horizonDays) });
  return (
    <fieldset
      className={styles.fields}
      aria-describedby={`${idPrefix}-slot-error`}
      {...(isRequired ? {} : timesPlace(idPrefix))}
      data-own-zone={choice.isOwnZone || undefined}
    >
      <legend className="small">
        {isRequired ? chooser.moveLegend : chooser.legend}
        {!isRequired && <span className="italic dim"> {forms.shared.optional}</span>}
      </legend>
      {/* Enter in a field presses the first submit button: this one sends the form, so that Enter does not turn to other days. */}
      <input type="submit" value="" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <p
        id={`${idPrefix}-slot-error`}
        className={`small ${styles.error}`}
        data-times-error
        tabIndex={-1}
        hidden={error === undefined}
      >
        <Icon name="warning" />
        <span>{error}</span>
      </p>
      {!isRequired && (
        <Time value="" isChosen={chosen === null}>
          {chooser.none}
        </Time>
      )}
      {chosenElsewhere !== null && (
        <Time value={chosen ?? ''} isChosen>
          {fill(chooser.chosen, { time: chosenElsewhere })}
        </Time>
      )}
      {days.length === 0 && <p className="small">{nothing}</p>}
      {days.length > 0 && (
        <p className="small">
          {fill(chooser.zone, { zone: choice.zone })}
          {choice.studioZone && ` ${fill(chooser.studio, { place: choice.studioZone })}`}
        </p>
      )}
      <div>
        {days.map((day) => (
          <Day
            key={day.day}
            day={day}
            group={`${idPrefix}-days`}
            isOpen={day === opened}
            chosen={chosen}
            studioPlace={choice.studioZone}
          />
        ))}
      </div>
      {days.length > 0 && <OtherTimes {...shown} />}
    </fieldset>
  );
}
