import words from '#content/conversations.yaml';
import { RefusedNotice } from '#src/features/accounts/access/refused-notice.tsx';
import type { RefusedAction } from '#src/features/accounts/access/take-action.ts';
import { VisitorPanel } from '#src/studio/panel-page.tsx';
import { Button } from '#src/ui/button.tsx';

const { confirm, page } = words;

/** Asks the reader of a mail whether it was they who wrote. Nothing of the chat is shown, and opening it changes nothing. */
export function ConfirmScreen({ refused }: { readonly refused: RefusedAction | null }) {
  return (
    <VisitorPanel kicker={page.kicker} title={confirm.title}>
      <RefusedNotice refused={refused} />
      <p className="lead">{confirm.text}</p>
      <form method="post" action="?do=confirm">
        <Button type="submit" label={confirm.yes} />
      </form>
      <p className="small dim">{confirm.no}</p>
    </VisitorPanel>
  );
}
