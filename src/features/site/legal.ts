import site from '#content/site.yaml';

const { entity, address, ...others } = site.legal;

/** Who runs the site, as the legal pages and invoices name them. What a real installation has left unwritten is empty. */
export const legal = {
  ...others,
  entity: entity || site.name,
  address: address.filter((line) => line !== ''),
};

/** Name and address in one line. */
export const imprint = [legal.entity, ...legal.address].join(', ');
