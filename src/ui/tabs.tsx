import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  /** Id of the panel; as a fragment of the address it opens this tab. */
  readonly id: string;
  readonly label: string;
  readonly panel: ReactNode;
}

/**
 * Tabs that work without scripts: every panel is then shown, one after the other, under its own heading, and the
 * row of tabs is hidden. Behaviour: `wireTabs` of tabs.client.ts.
 */
export function Tabs({
  label,
  tabs,
  current,
  size = 'small',
  headingLevel: Heading = 'h3',
  className,
  panelClassName,
  listClassName,
  children,
}: {
  /** Names the row of tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Id of the panel shown first. */
  readonly current: string;
  /** `title` sets the tabs at heading size. */
  readonly size?: 'small' | 'title';
  /** Level of the headings above the panels when scripts do not run. */
  readonly headingLevel?: 'h2' | 'h3' | 'h4';
  readonly className?: string | undefined;
  readonly panelClassName?: string | undefined;
  readonly listClassName?: string | undefined;
  /** Further content that stays whichever tab is current. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={className} data-tabs="">
      <div
        role="tablist"
        aria-label={label}
        className={[styles.list, styles[size], listClassName].filter(Boolean).join(' ')}
      >
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${id}-tab`}
            className={styles.tab}
            aria-controls={id}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            data-label={text}
          >
            <span>{text}</span>
          </button>
        ))}
      </div>
      {tabs.map(({ id, label: text, panel }) => (
        <div
          key={id}
          role="tabpanel"
          id={id}
          aria-labelledby={`${id}-tab`}
          className={[styles.panel, panelClassName].filter(Boolean).join(' ')}
          data-current={id === current || undefined}
        >
          <Heading className={`title-3 ${styles.heading}`}>{text}</Heading>
          {panel}
        </div>
      ))}
      {children}
    </div>
  );
}
