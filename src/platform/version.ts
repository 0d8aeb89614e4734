import manifest from '#package.json' with { type: 'json' };

/** The version of the product, of semver. */
export const { version } = manifest;
