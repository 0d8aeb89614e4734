import words from '#content/conversations.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { SheetPage } from '#src/features/site/sheet-page.tsx';
import { Button } from '#src/ui/button.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import styles from './conversation-screen.module.css';

const { confirm, page } = words;

/** Asks the reader of a mail whether it was they who wrote. Nothing of the chat is shown, and opening it changes nothing. */
export function ConfirmScreen({ refused }: { readonly refused: RefusedAction | null }) {
  const aside = (
    <>
      <p className="italic dim">{page.kicker}</p>
      <h1 className={`title ${styles.title}`}>{confirm.title}</h1>
    </>
  );
  return (
    <SheetPage>
      <Sheet aside={aside}>
        <div className={styles.paper}>
          <RefusedNotice refused={refused} />
          <p className="lead">{confirm.text}</p>
          <form method="post" action="?do=confirm">
            <Button type="submit" label={confirm.yes} />
          </form>
          <p className="small dim">{confirm.no}</p>
        </div>
      </Sheet>
    </SheetPage>
  );
}
