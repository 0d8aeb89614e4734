import home from '#content/home.yaml';
import { LabSection } from '#src/studio/lab-section.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import styles from './hub-demo.module.css';
import { LoopButton } from './loop-button.tsx';
import { Waveform } from './waveform.tsx';

const { hub } = home;

/** The progress shown without animation; hub-demo.module.css draws the same. */
const restingPercent = 68;

function Progress() {
  return (
    <div className={styles.progress}>
      <p className="sr-only">{hub.progress}</p>
      <p className={`num ${styles.percent}`} aria-hidden="true" data-percent>
        {restingPercent}%
      </p>
      <div className={styles.reel}>
        <Waveform name="reel" className={styles.ahead} />
        <Waveform name="reel" className={styles.played} />
      </div>
    </div>
  );
}

function Step({ step, index }: { readonly step: (typeof hub.steps)[number]; readonly index: number }) {
  const id = `hub-step-${index + 1}`;
  return (
    <li className={styles.step}>
      <Icon name="check" className={styles.whenApproved} />
      <Icon name="clock" className={styles.whenWaiting} />
      <div>
        <p id={id}>{step.title}</p>
        <p className="italic small dim">
          <span className={styles.whenApproved}>{step.approved ?? hub.approved}</span>
          <span className={styles.whenWaiting}>{hub.waiting}</span>
        </p>
      </div>
      <button
        type="button"
        className={styles.approve}
        aria-pressed={step.approved !== null}
        aria-describedby={id}
      >
        <span>{hub.approve}</span>
        <span>{hub.approved}</span>
      </button>
    </li>
  );
}

function Log() {
  return (
    <div className={styles.log}>
      <div className={styles.logHead}>
        <h3 id="hub-log" className={styles.logTitle}>
          {hub.log.title}
        </h3>
        <button
          type="button"
          className={styles.logToggle}
          aria-expanded
          aria-controls="hub-log-entries"
          aria-describedby="hub-log"
        >
          <span>{hub.log.show}</span>
          <span>{hub.log.hide}</span>
        </button>
      </div>
      <ul id="hub-log-entries" className={styles.entries}>
        {hub.log.entries.map(({ time, who, text }) => (
          <li key={time} className={styles.entry}>
            <time className="italic num dim">{time}</time>
            <span>{who}</span>
            <span className="dim">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * A demonstration of the portal with sample data. Without scripts it is a still picture; home.client.ts animates the
 * progress and makes the buttons work.
 */
export function HubDemo() {
  return (
    <LabSection id="visibility-hub" surface="plate-1" note="a4" title={hub.title} look="none">
      <div className={styles.columns}>
        <div>
          <h2 id="visibility-hub-title" className="title">
            {hub.title}
          </h2>
          <p className={`lead dim ${styles.lead}`}>{hub.lead}</p>
          <p className={`small dim ${styles.text}`}>{hub.text}</p>
          <ButtonLink label={hub.button} variant="secondary" href="#contact" />
        </div>
        <section className={styles.demo} aria-label={hub.notice} data-hub-demo>
          <div className={styles.head}>
            <p className={styles.project}>{hub.panel}</p>
            <p className="italic dim">{hub.notice}</p>
            <LoopButton pause={hub.pause} resume={hub.resume} className={styles.pause} />
          </div>
          <Progress />
          <ul>
            {hub.steps.map((step, index) => (
              <Step key={step.title} step={step} index={index} />
            ))}
          </ul>
          <Log />
        </section>
      </div>
    </LabSection>
  );
}
