import site from '#content/site.yaml';
import system from '#content/system.yaml';
import { fill } from '#src/platform/fill.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { widthOf, wordmarkTracking } from '#src/ui/wave-width.ts';
import '#src/ui/wave.css';
import { type DestinationId, destinationOf } from './destinations.ts';
import mobileStyles from './mobile-bar.module.css';
import styles from './site-footer.module.css';
import { SignInEntry } from './site-header.tsx';

/** The two shortcuts at the bottom of a phone's screen. */
export function MobileBar() {
  const { name, start, chat } = system.mobileBar;
  const contact = destinationOf('contact').href;
  return (
    <nav className={mobileStyles.bar} aria-label={name} data-s="plate">
      {/* The link's one word says too little for search engines to follow it. */}
      <a className={mobileStyles.start} href={contact} rel="nofollow">
        <Icon name="arrow-right" />
        {start}
      </a>
      <a href={contact} data-opens="chat" data-chat-toggle>
        <Icon name="chat" />
        {chat}
      </a>
    </nav>
  );
}

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

const sizes = import.meta.glob<{ readonly widthEm: number; readonly depthEm: number }>(
  '/src/generated/wordmark.json',
  { import: 'default', eager: true },
);

/** The baseline and height of the letters at 100 units per em. */
const [baseline, height] = [71, 79];

/** The studio's name as a standing wave, as wide as the page. */
function Wordmark() {
  const letters = [...site.name];
  const { widthEm, depthEm } = sizes['/src/generated/wordmark.json'] ?? {
    widthEm: letters.length * 0.42,
    depthEm: 0,
  };
  const width = Math.ceil(widthEm * 100);
  return (
    <svg
      className={styles.wordmark}
      viewBox={`0 0 ${width} ${Math.max(height, Math.ceil(baseline + 4 + depthEm * 100))}`}
      preserveAspectRatio="xMinYMax meet"
      aria-hidden="true"
    >
      <text
        y={baseline}
        fontSize={100}
        letterSpacing={`${wordmarkTracking}em`}
        textLength={width}
        lengthAdjust="spacingAndGlyphs"
      >
        {letters.map((letter, index) => (
          <tspan key={index} className={`w${widthOf(index, letters.length, 1)}`}>
            {letter}
          </tspan>
        ))}
      </text>
    </svg>
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
        <Wordmark />
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
