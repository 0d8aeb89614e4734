import { settle } from '#src/ui/settle.client.ts';
import { wireTabs } from '#src/ui/tabs.client.ts';
import { wireLabs } from './labs.client.ts';

wireTabs(document);
wireLabs(document);
void settle(document.querySelector('#home .powder'));
