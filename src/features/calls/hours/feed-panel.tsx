import words from '#content/call-hours.yaml';
import { Panel } from '#src/ui/panel.tsx';
import { PostButton } from '#src/ui/post-button.tsx';
import styles from './hours.module.css';

const { feed: text } = words;

/** The address by which a host's calendar subscribes to their calls. */
export function FeedPanel({ address }: { readonly address: string }) {
  return (
    <Panel id="feed" title={text.title}>
      <p className={`small dim ${styles.part}`}>{text.hint}</p>
      <p className={`${styles.part} ${styles.address}`}>{address}</p>
      <details className={styles.part}>
        <summary>{text.renew}</summary>
        <p className="small">{text.renewText}</p>
        <PostButton action="?do=renew-feed" label={text.renewSure} />
      </details>
    </Panel>
  );
}
