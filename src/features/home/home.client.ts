import { settle } from '#src/ui/settle.client.ts';
import { wireCarousel } from './carousel.client.ts';
import { wireHubDemo } from './hub-demo.client.ts';

wireCarousel(document);
wireHubDemo(document);
void settle(document.querySelector('#home .powder'));
