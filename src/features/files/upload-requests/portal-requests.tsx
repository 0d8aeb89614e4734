import words from '#content/handover.yaml';
import { fill } from '#src/platform/fill.ts';
import { PostButton } from '#src/ui/post-button.tsx';
import { filesText, RequestState } from './request-facts.tsx';
import type { ListedRequest } from './upload-requests.ts';
import styles from './upload-requests.module.css';

const { client: texts } = words.requests;

/** Renders the open requests of a project for its client; nothing if there are none. */
export function PortalRequests({
  requests,
  today,
}: {
  readonly requests: readonly ListedRequest[];
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  const open = requests.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <section className={styles.asked} aria-labelledby="upload-requests">
      <h3 id="upload-requests" className={styles.heading}>
        {texts.title}
      </h3>
      <ul className={styles.list}>
        {open.map((request) => (
          <li key={request.id} className={styles.request}>
            <p className={styles.title} dir="auto">
              {request.title}
            </p>
            <p className={styles.facts}>
              <RequestState {...{ request, today }} />
            </p>
            <p className={`small dim ${styles.facts}`}>{filesText(request)}</p>
            {request.fileCount > 0 && (
              <div className={styles.acts}>
                <PostButton
                  action="?do=finish-request"
                  fields={{ requestId: request.id }}
                  label={texts.finish}
                  name={fill(texts.finishName, { request: request.title })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
