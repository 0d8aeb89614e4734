import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { fill } from '#src/platform/fill.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Wave } from '#src/ui/wave.tsx';
import { destinationOf, type DestinationId } from './destinations.ts';
import { SignInEntry } from './sign-in-entry.tsx';
import styles from './site-footer.module.css';

/** The portal's entry leads to the hub's section until the server knows the visitor as a client. */
function attributesOf(id: DestinationId, isClient: boolean) {
  const { href } = destinationOf(id);
  if (id === 'portal' && !isClient) {
    return { href: destinationOf('visibility-hub').href, 'data-hub-link': href };
  }
  return id === 'session-planner' ? { href, 'data-opens': id } : { href };
}

/** Each sentence of the lead has its own line. */
const sentencesOf = (text: string) => text.split(/(?<=\.) /);

function Column({
  title,
  ids,
  isClient,
}: {
  readonly title: string;
  readonly ids: readonly DestinationId[];
  readonly isClient: boolean;
}) {
  return (
    <div>
      <p className="italic dim" id={`footer-${title}`}>
        {title}
      </p>
      <ul className={styles.list} aria-labelledby={`footer-${title}`}>
        {ids.map((id) => (
          <li key={id}>
            {id === 'sign-in' ? (
              <SignInEntry className={styles.link} />
            ) : (
              <a className={styles.link} {...attributesOf(id, isClient)}>
                {destinationOf(id).label}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The footer of every page: three columns of links, the wordmark as a standing wave, the legal line. */
export function SiteFooter({ isClient = false }: { readonly isClient?: boolean }) {
  const { name, lead, button, columns, legal, signOff } = system.footer;
  return (
    <footer className={styles.footer} data-s="plate">
      <div className="wrap">
        <div className={styles.columns}>
          <div>
            <p className={`lead ${styles.lead}`}>
              {sentencesOf(lead).map((sentence) => (
                <span key={sentence}>{sentence} </span>
              ))}
            </p>
            <ButtonLink
              label={button}
              variant="secondary"
              href={destinationOf('discovery-call').href}
              data-opens="discovery-call"
            />
          </div>
          <nav className={styles.links} aria-label={name}>
            {columns.map(({ title, destinations: ids }) => (
              <Column key={title} title={title} ids={ids} isClient={isClient} />
            ))}
          </nav>
        </div>
        <p className={styles.wordmark} aria-hidden="true">
          <Wave lines={[{ text: site.name, antinodes: 1 }]} />
        </p>
        <noscript>
          <p className={`small dim ${styles.noScript}`}>{system.noScript}</p>
        </noscript>
        <div className={`small dim ${styles.legal}`}>
          <p>{fill(legal, { year: `${site.copyrightYear}`, name: site.name })}</p>
          <p className="italic">{signOff}</p>
        </div>
      </div>
    </footer>
  );
}
