import { wireDialogs } from '#src/ui/dialog.client.ts';

wireDialogs(document);
