import { wireHeader } from '#src/features/site/header.client.ts';
import { wireMenu } from '#src/features/site/menu.client.ts';
import { wireDialogs } from '#src/ui/dialog.client.ts';

wireHeader(document, window);
wireMenu(document);
wireDialogs(document);
