import { assistantOpener } from '#src/features/chat/assistant/assistant.client.ts';
import { cymaticsOpener } from '#src/features/cymatics/cymatics.client.ts';
import { wireForms } from '#src/features/leads/forms/form-loader.client.ts';
import { openWorkspaces, wireFrame } from '#src/studio/frame.client.ts';
import { browserLeadStatus } from '#src/studio/visitor-status.client.ts';
import { wirePieces } from '#src/features/website/pieces/pieces.client.ts';
import { wireOpeners, type Opener } from '#src/studio/openers.client.ts';
import { openDialog, wireDialogs } from '#src/ui/dialog.client.ts';
import { wireTabs } from '#src/ui/tabs.client.ts';

const dialogOpener: Opener = { open: (kind) => openDialog(kind) !== null };

wireFrame(document, window);
wireDialogs(document);
wireForms(document, window);
wireTabs(document);
wirePieces(document);
wireOpeners(document, {
  chat: assistantOpener(document),
  cymatics: cymaticsOpener(document, window),
  'discovery-call': dialogOpener,
  'session-planner': dialogOpener,
});

if (new URLSearchParams(location.search).has('call') && openDialog('discovery-call')) {
  history.replaceState(null, '', location.pathname + location.hash);
}

void browserLeadStatus()
  .reconcile()
  .then((visitor) => visitor && openWorkspaces(document, visitor));
