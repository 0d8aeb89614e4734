import words from '#content/forms.yaml';
import { SelectField } from '#src/ui/field.tsx';
import { Ticks } from '#src/ui/ticks.tsx';
import styles from './brief-form.module.css';
import { controlOf, FormFrame, type FormState, EmailField, NameField } from './form-frame.tsx';
import { receiptPathOf } from '../form-names.ts';

const { fields, subject, note } = words.brief;
const optionalMark = words.shared.optional;

/** The second at which each answer begins on the ruler, and its end. */
const marks = ['0:00', '0:13', '0:28', '0:45', '0:60'];

function Clip({ mark, children }: { readonly mark: string | undefined; readonly children: React.ReactNode }) {
  return (
    <div className={styles.clip} data-mark={mark}>
      {children}
    </div>
  );
}

/** Renders the 60-second brief as a ruler with one clip per answer. */
export function BriefForm(state: FormState) {
  const control = (field: string) => controlOf('brief', field, state);
  return (
    <FormFrame
      form="brief"
      state={state}
      hidden={{ _subject: subject, _next: receiptPathOf('brief') }}
      className={styles.reel}
      note={note}
    >
      <div className={styles.ruler} aria-hidden="true">
        <Ticks parts={60} />
        <Ticks parts={6} className={styles.long} />
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
      <div className={styles.clips}>
        <Clip mark={marks[0]}>
          <NameField form="brief" state={state} />
        </Clip>
        <Clip mark={marks[1]}>
          <EmailField form="brief" state={state} />
        </Clip>
        <Clip mark={marks[2]}>
          <SelectField
            {...control('project_type')}
            label={fields.project_type.label}
            optionalMark={optionalMark}
            options={fields.project_type.options}
          />
        </Clip>
        <Clip mark={marks[3]}>
          <SelectField
            {...control('timeline')}
            label={fields.timeline.label}
            optionalMark={optionalMark}
            options={fields.timeline.options}
          />
        </Clip>
      </div>
    </FormFrame>
  );
}
