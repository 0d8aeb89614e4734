import system from '#content/system.yaml';

/** Skips the header. It is inside the header, so that it lies in a landmark. */
export const SkipLink = () => (
  <a className="skip" href="#main">
    {system.skipLink}
  </a>
);
