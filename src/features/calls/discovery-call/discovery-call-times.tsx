import { TimeFields } from '../chooser/time-fields.tsx';

/** The times that can be picked in the form. Other times are asked for with everything typed, which is then shown again. */
export const DiscoveryCallTimes = (
  times: Pick<React.ComponentProps<typeof TimeFields>, 'choice' | 'idPrefix' | 'error'>,
) => <TimeFields {...times} again={{ action: '/discovery-call?do=times', method: 'post' }} />;
