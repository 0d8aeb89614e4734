import words from '#content/calls.yaml';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { callClocks, clockWords } from '#src/studio/clock-words.ts';
import { destinationOf } from '#src/studio/destinations.ts';
import { fill } from '#src/platform/fill.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { HiddenFields } from '#src/ui/post-button.tsx';
import { Radio } from '#src/ui/choice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import styles from './visitor-call-screen.module.css';
import { CallFrame, RefusedCall } from './visitor-call-screen.tsx';
import type { FoundOffer } from './find-visitor-call.ts';

const { offer: texts, page } = words;

const OtherTimes = ({ label }: { readonly label: string }) => (
  <p>
    <a href={destinationOf('discovery-call').href}>{label}</a>
  </p>
);

/** The page of an offer, where the visitor books one of the times. */
export function OfferScreen({
  offer: { first, available },
  chosenId,
  refused,
}: {
  readonly offer: FoundOffer;
  readonly chosenId: string | null;
  readonly refused: RefusedAction | null;
}) {
  const until = available[0]?.holdUntil;
  if (!until)
    return (
      <CallFrame title={texts.titleLapsed} text={texts.textLapsed}>
        <RefusedCall refused={refused} />
        <div className={styles.actions}>
          <ButtonLink href={destinationOf('discovery-call').href} label={page.bookAnother} />
        </div>
      </CallFrame>
    );
  const { visitorZone, hostZone } = first;
  const chosen = available.find(({ id }) => id === chosenId) ?? available[0];
  return (
    <CallFrame title={texts.title} text={fill(texts.text, { until: clockWords(until, visitorZone).all })}>
      {refused?.errors['call'] === undefined ? (
        <RefusedCall refused={refused} />
      ) : (
        <Notice kind="error" role="alert">
          {refused.errors['call']}
        </Notice>
      )}
      <form method="post" action="?do=take" noValidate>
        <fieldset className={styles.offered}>
          <legend className="small">{texts.legend}</legend>
          {available.map(({ id, startsAt }) => {
            const { visitor, host, isSame } = callClocks({ startsAt, visitorZone }, hostZone);
            return (
              <Radio
                key={id}
                name="call"
                value={id}
                label={visitor.all}
                hint={isSame ? null : `${page.hostClock}: ${host.all}`}
                isChosen={id === chosen?.id}
              />
            );
          })}
        </fieldset>
        <HiddenFields fields={{ time_zone: visitorZone }} />
        <Button type="submit" label={texts.button} />
      </form>
      <OtherTimes label={texts.other} />
    </CallFrame>
  );
}
