import words from '#content/accounts.yaml';
import { Panel } from '#src/ui/panel.tsx';
import styles from '#src/features/accounts/account/account-page.module.css';
import type { TeamDeed } from '#src/features/accounts/people/list-team-activity.ts';
import { whenText } from '#src/features/site/when-text.ts';

const { done, deeds } = words.team;

function sentenceOf({ kind, actorName, details }: TeamDeed): string {
  const sentence = Object.hasOwn(deeds, kind) ? deeds[kind as keyof typeof deeds] : kind;
  const values: Readonly<Record<string, string>> = { ...details, actor: actorName };
  return sentence.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
}

/** Who did what about the team, and when. */
export function TeamActivity({ all }: { readonly all: readonly TeamDeed[] }) {
  if (all.length === 0) return null;
  return (
    <Panel id="team-activity" title={done} className={styles.below}>
      <ul className={styles.rows}>
        {all.map((deed) => (
          <li key={deed.id} className={styles.row}>
            <p>{sentenceOf(deed)}</p>
            <p className="small dim">
              <time dateTime={deed.at.toISOString()}>{whenText(deed.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
