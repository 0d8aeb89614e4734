import { ChatBubble, MessageTemplate } from '#src/features/chat/assistant/assistant-entry.tsx';
import { DiscoveryCallDialog } from '#src/features/calls/discovery-call/discovery-call-dialog.tsx';
import { LeadCaptureDialog } from '#src/features/leads/forms/lead-capture-dialog.tsx';
import { MobileBar } from '#src/studio/mobile-bar.tsx';

/** The parts of every page besides its content, header and footer. */
export function SiteExtras({ hasShortcuts }: { readonly hasShortcuts: boolean }) {
  return (
    <>
      {hasShortcuts && <MobileBar />}
      <ChatBubble />
      <DiscoveryCallDialog />
      <LeadCaptureDialog />
      <MessageTemplate />
    </>
  );
}
