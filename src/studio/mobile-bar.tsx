import system from '#content/system.yaml';
import { Icon } from '#src/ui/icon.tsx';
import { destinationOf } from './destinations.ts';
import styles from './mobile-bar.module.css';

/** The two shortcuts at the bottom of a phone's screen. */
export function MobileBar() {
  const { name, start, chat } = system.mobileBar;
  const contact = destinationOf('contact').href;
  return (
    <nav className={styles.bar} aria-label={name} data-s="plate">
      {/* The link's one word says too little for search engines to follow it. */}
      <a className={styles.start} href={contact} rel="nofollow">
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
