import words from '#content/accounts.yaml';
import { deviceNameOf } from '#src/features/accounts/sessions/device-name.ts';
import { whenText } from '#src/studio/when-text.ts';
import { fill, wordsFor } from '#src/platform/fill.ts';
import { Panel } from '#src/ui/panel.tsx';
import { type SecurityLogRow, securityLogDays } from './security-log.ts';
import styles from './security-log-panel.module.css';

const { trail: text } = words;
const days = String(securityLogDays);

function Entry({ row }: { readonly row: SecurityLogRow }) {
  const { kind, details, actorName, userAgent, network, times, isRest, at } = row;
  const values = { ...details, actor: actorName ?? text.studio };
  const sentence = fill(wordsFor(text.kinds, kind, text.something), values);
  return (
    <li className={styles.entry}>
      <div>
        <p>
          {sentence}
          {times > 1 && <span className="dim num">, {fill(text.times, { count: String(times) })}</span>}
        </p>
        {(isRest || network !== '') && (
          <p className="small dim">
            {isRest ? text.fromOthers : fill(text.from, { device: deviceNameOf(userAgent), network })}
          </p>
        )}
      </div>
      <p className="small dim num">
        <time dateTime={at.toISOString()}>{whenText(at)}</time>
      </p>
    </li>
  );
}

/** The security log of a person, the latest entries first, and how long it is kept. */
export function SecurityLogPanel({
  trail,
  className,
}: {
  readonly trail: readonly SecurityLogRow[];
  readonly className?: string | undefined;
}) {
  return (
    <Panel id="trail" title={text.title} className={className}>
      {trail.length === 0 ? (
        <p className={`small dim ${styles.note}`}>{fill(text.none, { days })}</p>
      ) : (
        <>
          <ul>
            {trail.map((row) => (
              <Entry key={row.id} row={row} />
            ))}
          </ul>
          <p className={`small dim ${styles.note}`}>{fill(text.note, { days })}</p>
        </>
      )}
    </Panel>
  );
}
