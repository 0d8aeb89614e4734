import portal from '#content/portal.yaml';
import player from '#content/project.yaml';
import words from '#content/shortcuts.yaml';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { deskTabs } from '#src/desk/desk-header.tsx';
import styles from './shortcuts-list.module.css';

type Shortcut = {
  readonly keys: readonly string[];
  readonly does: string;
  /** The element of a page where it works; everywhere without one. */
  readonly where?: string;
};

const { keys } = words;

const goOf = (key: string, does: string): Shortcut => ({
  keys: ['G', key.toUpperCase()],
  does,
  where: `[data-go="${key}"]`,
});

const rows = 'main :is(tbody tr, li) a[href]';
const isList = `body:not(:has([data-keys])):has(${rows})`;

/** Returns the shortcuts of a person by group; those of the player have their own list. */
function groupsOf({ role }: Pick<Person, 'role'>): readonly {
  readonly name: string;
  readonly all: readonly Shortcut[];
}[] {
  const places =
    role === 'team'
      ? deskTabs.map(({ goKey, label }) => goOf(goKey, label))
      : [
          goOf('o', portal.tabs.dashboard),
          goOf('p', portal.tabs.projects),
          goOf('m', portal.tabs.messages),
          goOf('i', portal.tabs.invoices),
        ];
  return [
    {
      name: words.groups.anywhere,
      all: [
        { keys: ['?'], does: keys.help },
        { keys: ['/'], does: keys.search, where: '[data-search-place], main input[type=search]' },
        { keys: ['N'], does: keys.new, where: 'body:not(:has([data-keys])) main a[href$="/new"]' },
        { keys: ['Escape'], does: keys.close },
      ],
    },
    { name: words.groups.go, all: places },
    {
      name: words.groups.lists,
      all: [
        { keys: ['J'], does: keys.next, where: isList },
        { keys: ['K'], does: keys.previous, where: isList },
        { keys: ['Enter'], does: keys.open, where: isList },
      ],
    },
    {
      name: words.groups.player,
      all: player.player.keys.list.map(({ key, does }) => ({ keys: [key], does, where: '[data-keys]' })),
    },
  ];
}

/**
 * Renders the keyboard shortcuts of a person. `data-where` is the element of a page where a shortcut works: the dialog
 * leaves the others out.
 */
export function ShortcutsList({ person }: { readonly person: Pick<Person, 'role'> }) {
  return (
    <div className={styles.list} data-shortcuts>
      <p className="small dim">{words.about}</p>
      <label className={styles.use} data-shortcuts-use hidden>
        <input type="checkbox" defaultChecked /> {words.use}
      </label>
      <div className={styles.groups}>
        {groupsOf(person).map(({ name, all }) => (
          <section key={name}>
            <h2 className="title-3">{name}</h2>
            <dl className={styles.keys}>
              {all.map((shortcut) => (
                <div key={shortcut.does} data-where={shortcut.where}>
                  <dt>
                    {shortcut.keys.map((key, n) => (
                      <span key={key}>
                        {n > 0 && <span className="small dim"> {words.followedBy} </span>}
                        <kbd>{key}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{shortcut.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}

/** Renders the dialog that shows the list on any page; its script fills it (shortcuts.client.ts). */
export const ShortcutsDialog = () => (
  <>
    <footer className={`wrap ${styles.link}`}>
      <a className="small dim" href="/shortcuts" data-shortcuts-link>
        {words.link}
      </a>
    </footer>
    <dialog
      className={styles.dialog}
      aria-labelledby="shortcuts-title"
      data-shortcuts-dialog
      {...{ closedby: 'any' }}
    >
      <div className={styles.head}>
        <h2 className="title-2" id="shortcuts-title">
          {words.title}
        </h2>
        <form method="dialog">
          <button type="submit" className={styles.close}>
            {words.close}
          </button>
        </form>
      </div>
      <div data-shortcuts-place />
    </dialog>
  </>
);
