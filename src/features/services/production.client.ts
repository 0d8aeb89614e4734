import { wireTabs } from '#src/ui/tabs.client.ts';

wireTabs(document);
