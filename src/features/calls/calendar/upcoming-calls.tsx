import words from '#content/desk-calls.yaml';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { clockWords } from '#src/studio/clock-words.ts';
import { FormattedText } from '#src/workspace/formatted-text.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { kindText } from './call-mark.tsx';
import styles from './upcoming-calls.module.css';
import type { CallToCome } from './list-calls.ts';

const { portal: text } = words;

/**
 * A client's upcoming calls. People who may approve files get links to move and cancel them. Renders nothing if there
 * are none.
 */
export function UpcomingCalls({
  calls,
  secret,
  permission,
}: {
  readonly calls: readonly CallToCome[];
  /** The installation's secret, which the addresses of calls are derived from. */
  readonly secret: string;
  readonly permission: Permission;
}) {
  if (calls.length === 0) return null;
  return (
    <Panel id="calls" title={text.title} className={styles.panel}>
      <ul>
        {calls.map(({ id, kind, name, host, startsAt, visitorZone }) => (
          <li key={id} className={styles.call}>
            <time dateTime={startsAt.toISOString()}>{clockWords(startsAt, visitorZone).all}</time>
            <span className="small dim">
              <FormattedText template={text.with} values={{ kind: kindText(kind), host, name }} />
            </span>
            {permission === 'approve' && (
              <a href={callPathOf(callTokenOf(secret, id))}>
                {text.open}
                <span className="sr-only">, {clockWords(startsAt, visitorZone).all}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
