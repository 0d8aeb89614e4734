import { settle } from '#src/ui/settle.client.ts';
import { wireTabs } from '#src/ui/tabs.client.ts';
import { wireCarousel } from './carousel.client.ts';
import { wireHubDemo } from './hub-demo.client.ts';
import { wireLabs } from './labs.client.ts';

wireTabs(document);
wireLabs(document);
wireCarousel(document);
wireHubDemo(document);
void settle(document.querySelector('#home .powder'));
