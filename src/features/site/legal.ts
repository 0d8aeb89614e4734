import site from '#content/site.yaml';

const { entity: written, address: lines, ...others } = site.legal;
const entity = written || site.name;
const address = lines.filter((line) => line !== '');

/** Who runs the site, as the legal pages and invoices name them. What a real installation has left unwritten is empty. */
export const legal = {
  ...others,
  entity,
  address,
  /** Name and address in one line. */
  imprint: [entity, ...address].join(', '),
};
