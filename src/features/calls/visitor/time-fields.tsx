import words from '#content/calls.yaml';
import forms from '#content/forms.yaml';
import { listZoneLabels, zoneLabel } from '#src/studio/zone-names.ts';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import type { ShownDay, TimeChoice } from './find-time-choice.ts';
import { timesPlaceholder } from './times-placeholder.ts';
import styles from './time-fields.module.css';

const { chooser } = words;

type Shown = {
  readonly choice: TimeChoice;
  /** Makes ids unique if a page shows times twice. */
  readonly idPrefix: string;
  /** The error message about the choice, if any. */
  readonly error?: string | undefined;
  /** The target and method of the buttons that show other days and submit the whole form. */
  readonly again: { readonly action: string; readonly method: 'get' | 'post' };
  /** True if a time is required: moving a call has no "none of these" option. */
  readonly isRequired?: boolean;
};

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
  /** The place of the studio's local times, for screen readers; null if they are not shown. */
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

/** The time zone of the shown times, with a field to find another one by city or country. */
function Zone({ choice, idPrefix, again }: Shown) {
  const id = `${idPrefix}-time_zone`;
  const { unknownZone } = choice;
  return (
    <div className={styles.zone}>
      <p>
        {fill(chooser.zone, { zone: choice.zone })}
        {choice.studioZone && (
          <span className="small dim"> {fill(chooser.studio, { place: choice.studioZone })}</span>
        )}
      </p>
      <div className={styles.row}>
        <label htmlFor={id} className="small">
          {chooser.zoneLabel}
        </label>
        <input
          type="text"
          id={id}
          name="time_zone"
          list={`${id}s`}
          defaultValue={unknownZone ?? zoneLabel(choice.timeZone)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          aria-invalid={unknownZone === null ? undefined : true}
          aria-describedby={`${id}-hint${unknownZone === null ? '' : ` ${id}-error`}`}
        />
        <datalist id={`${id}s`}>
          {listZoneLabels().map((label) => (
            <option key={label}>{label}</option>
          ))}
        </datalist>
        <Button {...showsTimes(again)} value="" label={chooser.show} />
        <p id={`${id}-hint`} className="small dim">
          {chooser.zoneHint}
        </p>
        {unknownZone !== null && (
          <p id={`${id}-error`} className={`small ${styles.error}`} role="alert">
            <Icon name="warning" />
            <span>{chooser.errors.time_zone}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** Returns the props of a button that shows other times and submits the whole form. */
const showsTimes = ({ action, method }: Shown['again']) =>
  ({
    type: 'submit',
    variant: 'secondary',
    size: 'small',
    formAction: action,
    formMethod: method,
    formNoValidate: true,
    name: 'from',
  }) as const;

function OtherDays({ choice: { earlier, later }, again }: Shown) {
  if (earlier === null && later === null) return null;
  return (
    <div className={styles.row}>
      {earlier !== null && <Button {...showsTimes(again)} value={earlier} label={chooser.earlier} />}
      {later !== null && <Button {...showsTimes(again)} value={later} label={chooser.later} />}
    </div>
  );
}

/** The bookable times by day, below their time zone. */
export function TimeFields(shown: Shown) {
  const { choice, idPrefix, isRequired = false } = shown;
  const { days, chosen, chosenElsewhere, isGone, isNone } = choice;
  const error = shown.error ?? (isGone ? chooser.errors.gone : undefined);
  const opened = days.find(({ times }) => times.some(({ slot }) => slot === chosen)) ?? days[0];
  const nothing = fill(isRequired ? chooser.emptyMove : chooser.empty, { days: String(choice.horizonDays) });
  return (
    <div
      className={styles.fields}
      {...(isRequired ? {} : timesPlaceholder(idPrefix))}
      data-own-zone={choice.isOwnZone ? choice.timeZone : undefined}
      data-later={choice.isSoon ? undefined : ''}
    >
      {/* Enter in a field presses the first submit button: this one sends the form, so that Enter does not turn to other days. */}
      <input type="submit" value="" className="sr-only" tabIndex={-1} aria-hidden="true" />
      {days.length > 0 && <Zone {...shown} />}
      <fieldset className={styles.fields} aria-describedby={`${idPrefix}-slot-error`}>
        <legend className="small">
          {isRequired ? chooser.moveLegend : chooser.legend}
          {!isRequired && <span className="italic dim"> {forms.shared.optional}</span>}
        </legend>
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
        {chosenElsewhere !== null && (
          <Time value={chosen ?? ''} isChosen>
            {fill(chooser.chosen, { time: chosenElsewhere })}
          </Time>
        )}
        {days.length === 0 && <p className="small">{nothing}</p>}
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
        <OtherDays {...shown} />
        {!isRequired && days.length > 0 && (
          <Time value="" isChosen={isNone}>
            {chooser.none}
          </Time>
        )}
      </fieldset>
    </div>
  );
}

/** The times in the form. Showing other times submits and restores the whole form. */
export const DiscoveryCallTimes = (
  times: Pick<React.ComponentProps<typeof TimeFields>, 'choice' | 'idPrefix' | 'error'>,
) => <TimeFields {...times} again={{ action: '/discovery-call?do=times', method: 'post' }} />;
