import words from '#content/compare.yaml';
import { fill } from '#src/platform/fill.ts';
import { Button } from '#src/ui/button.tsx';
import { trialCounts } from './abx.ts';
import styles from './compare-page.module.css';

const { abx: texts, versions } = words;

/** Which of both X is has to be heard. `abx.client.ts` runs it; without scripts it says that it needs them. */
export function BlindTest({ isPossible }: { readonly isPossible: boolean }) {
  return (
    <section
      className={styles.part}
      aria-labelledby="abx-title"
      data-abx={isPossible ? '' : undefined}
      data-words={JSON.stringify(texts)}
    >
      <h2 id="abx-title" className={styles.title}>
        {texts.title}
      </h2>
      <p className="small dim">{texts.about}</p>
      {isPossible ? <p data-abx-alone>{texts.needsScripts}</p> : <p>{texts.tooLittle}</p>}
      <div className={styles.row} data-abx-setup hidden>
        <label>
          <span className="small dim">{texts.trials}</span>
          <select name="trials" defaultValue="12">
            {trialCounts.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
        <Button label={texts.start} size="small" data-abx-start />
      </div>
      <div className={styles.row} data-abx-trial hidden>
        <p className="num" data-abx-number />
        <p className="small dim num" data-abx-passage />
        <div className={styles.choice}>
          {[versions.a, texts.x, versions.b].map((letter, index) => (
            <button
              key={letter}
              type="button"
              data-abx-listen={index}
              aria-pressed="false"
              aria-label={fill(texts.listenTo, { letter })}
            >
              {letter}
            </button>
          ))}
        </div>
        <Button label={texts.isA} size="small" data-abx-answer="a" />
        <Button label={texts.isB} size="small" data-abx-answer="b" />
        <Button label={texts.stop} size="small" variant="secondary" data-abx-stop />
      </div>
      <p role="status" data-abx-result />
      <Button label={texts.copy} size="small" variant="secondary" data-abx-copy hidden />
    </section>
  );
}
