import site from '#content/site.yaml';

const { entity: written, address: lines, ...others } = site.legal;
const entity = written || site.name;
const address = lines.filter((line) => line !== '');

/**
 * The owner of the site, as the legal pages and invoices name it. Values that an installation has not filled in yet are
 * empty.
 */
export const legal = {
  ...others,
  entity,
  address,
  /** Name and address in one line. */
  imprint: [entity, ...address].join(', '),
};
