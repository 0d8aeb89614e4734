import { wireTabs } from '#src/ui/tabs.client.ts';
import { wireLabs } from './labs.client.ts';

wireTabs(document);
wireLabs(document);
