import type { Feature } from '#src/platform/services.ts';
import { createTeamToken } from './team-link.ts';

/** Plugs sign-in into the running product: the sample team's one-time link, printed at start. */
export const accountsFeature: Feature = {
  name: 'accounts',
  async startLines({ db, clock, origin }) {
    const token = await createTeamToken(db, clock);
    return [{ label: 'Team desk', text: `${origin}/desk/sign-in?token=${token}` }];
  },
};
