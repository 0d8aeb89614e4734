import words from '#content/installation.yaml';
import { DoneMessage, RefusedMessage } from '#src/features/accounts/access/action-notices.tsx';
import type { RefusedAction } from '#src/features/accounts/access/action.ts';
import { fill } from '#src/platform/fill.ts';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import { StateMark, type MarkShape } from '#src/ui/state-mark.tsx';
import { DeskTitle } from '#src/workspace/desk-title.tsx';
import type { TaskKind } from '../tasks/task.table.ts';
import type { Health, Installation } from './find-installation.ts';
import styles from './installation-screen.module.css';
import { stateRowsOf, type StateRow } from './state-rows.ts';
import { TaskList } from './task-list.tsx';

const { state, backups, tests, exports } = words;

const shapes: Readonly<Record<Health, MarkShape>> = { fine: 'full', look: 'half', broken: 'diamond' };

/** A command for the terminal, which one click selects as a whole. */
function Command({ command }: { readonly command: string }) {
  return (
    <p className={styles.command}>
      <span className="small dim">{words.command}</span>
      <code dir="ltr">{command}</code>
    </p>
  );
}

function PartOfState({ row }: { readonly row: StateRow }) {
  const { id, title, health, texts, todo, command, links = [] } = row;
  const isFine = health === 'fine';
  return (
    <li className={styles.part} data-health={health} id={`state-${id}`}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <StateMark shape={shapes[health]} label={words.health[health]} />
      </div>
      {texts.map((one) => (
        <p key={one} className={styles.fact}>
          {one}
        </p>
      ))}
      {!isFine && todo !== undefined && <p className="small">{todo}</p>}
      {!isFine && command !== undefined && <Command command={command} />}
      {links.length > 0 && (
        <p className={styles.links}>
          {links.map(({ href, label }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </li>
  );
}

function versionText({ version, build }: Installation): string {
  return build === null
    ? fill(words.versionFromSources, { version })
    : fill(words.version, { version, build });
}

function countedText(rows: readonly StateRow[]): string {
  const count = rows.filter(({ health }) => health !== 'fine').length;
  return fill(words.toLookAt[Math.min(count, 2)] ?? '', { count: String(count) });
}

type Shown = {
  readonly installation: Installation;
  readonly now: Date;
  /** May start and download what holds the invoices, too. */
  readonly canSeeMoney: boolean;
};

type StartProps = Pick<Shown, 'canSeeMoney'> & { readonly kind: TaskKind; readonly label: string };

/** The button that starts a task; for members without the permission the reason why they cannot. */
const Start = ({ kind, label, canSeeMoney }: StartProps) =>
  canSeeMoney ? (
    <PostButton action="?do=start" fields={{ kind }} label={label} variant="primary" />
  ) : (
    <p className="small dim">{words.money}</p>
  );

function TaskPanels({ installation, now, canSeeMoney }: Shown) {
  return (
    <div className={styles.column}>
      <Panel id="backups" title={backups.title}>
        <div className={styles.about}>
          <p className="small">{backups.text}</p>
          <Start kind="backup" label={backups.start} canSeeMoney={canSeeMoney} />
          <p className="small dim">{backups.nightly}</p>
          <Command command={installation.commands.backup} />
        </div>
        <div id="backup-list" data-live>
          <TaskList tasks={installation.backups} none={backups.none} now={now} canSeeMoney={canSeeMoney} />
        </div>
      </Panel>
      <Panel id="tests" title={tests.title}>
        <div className={styles.about}>
          <p className="small">{tests.text}</p>
          <p className="small dim">{tests.file}</p>
          <Command command={installation.commands.test} />
        </div>
        <div id="test-list" data-live>
          <TaskList tasks={installation.tests} none={tests.none} now={now} canSeeMoney={canSeeMoney} />
        </div>
      </Panel>
      <Panel id="exports" title={exports.title}>
        <div className={styles.about}>
          <p className="small">{exports.text}</p>
          <Start kind="export" label={exports.start} canSeeMoney={canSeeMoney} />
        </div>
        <div id="export-list" data-live>
          <TaskList tasks={installation.exports} none={exports.none} now={now} canSeeMoney={canSeeMoney} />
        </div>
      </Panel>
    </div>
  );
}

/** The page about the installation: the state of its parts, backups, restore tests and exports. */
export function InstallationScreen({
  installation,
  now,
  canSeeMoney,
  said,
  refused,
}: Shown & {
  /** The success message of the last action. */
  readonly said: string | undefined;
  readonly refused: RefusedAction | null;
}) {
  const rows = stateRowsOf(installation, now);
  return (
    <div className={`wrap ${styles.screen}`}>
      <DeskTitle
        title={words.title}
        above={
          <span className="num" id="installation-version">
            {versionText(installation)}
          </span>
        }
      />
      <RefusedMessage refused={refused} className={styles.said} />
      <DoneMessage said={said} refused={refused} className={styles.said} />
      <div className={styles.panels}>
        <div id="installation-state" data-live>
          <Panel id="state" title={state.title} aside={<span className="small">{countedText(rows)}</span>}>
            <ul>
              {rows.map((row) => (
                <PartOfState key={row.id} row={row} />
              ))}
            </ul>
            {installation.certificate.kind !== 'none' && (
              <div className={styles.check}>
                <PostButton
                  action="?do=check-certificate"
                  label={state.certificate.check}
                  name={`${state.certificate.check}: ${state.certificate.title}`}
                />
              </div>
            )}
          </Panel>
        </div>
        <TaskPanels installation={installation} now={now} canSeeMoney={canSeeMoney} />
      </div>
    </div>
  );
}
