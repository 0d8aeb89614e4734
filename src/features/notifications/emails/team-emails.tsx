import words from '#content/team-emails.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import {
  doneMessages,
  fieldRefusal,
  teamAction,
  type RefusedAction,
} from '#src/features/accounts/access/action.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { Button } from '#src/ui/button.tsx';
import { Radio } from '#src/ui/choice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import { saveIncludesTexts } from './email-texts.ts';
import styles from './team-emails.module.css';

const path = '/desk/emails';

const { studio } = words;

const { saying, doneMessageOf } = doneMessages({ saved: words.saved, studio: words.studio.saved });

/** Returns the success message that the address of the page names. */
export const savedEmailsMessage = doneMessageOf;

/** Saves what all emails of the studio contain. */
export const saveStudioEmailsAction = teamAction(async ({ services, person, entries }) => {
  const { texts } = entries;
  if (texts !== 'yes' && texts !== 'no') return fieldRefusal('texts', studio.choose);
  const isOn = texts === 'yes';
  await services.db.transaction(async (tx) => {
    await saveIncludesTexts(tx, isOn);
    await recordActivity(tx, services.clock.now(), person, {
      kind: isOn ? 'email-texts-on' : 'email-texts-off',
    });
  });
  return saying(path, 'studio');
});

/** The email settings of a team member and of the studio. */
export function TeamEmailsScreen({
  hasTexts,
  said,
  refused,
}: {
  /** True if emails contain the texts of messages and comments. */
  readonly hasTexts: boolean;
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle title={words.title} back={{ href: '/account', label: words.back }} />
      <DoneMessage said={said} refused={refused} />
      <RefusedMessage refused={refused} />
      <Panel id="studio-emails" title={studio.title}>
        <form className={styles.form} method="post" action={`${path}?do=save-studio`}>
          <p className="small dim">{studio.lead}</p>
          <fieldset className={styles.choices}>
            <legend className="sr-only">{studio.legend}</legend>
            {(['yes', 'no'] as const).map((value) => (
              <Radio
                key={value}
                name="texts"
                value={value}
                label={studio.texts[value]}
                hint={studio.hints[value]}
                isChosen={hasTexts === (value === 'yes')}
              />
            ))}
          </fieldset>
          <div>
            <Button type="submit" label={studio.save} variant="secondary" />
          </div>
        </form>
      </Panel>
    </div>
  );
}
