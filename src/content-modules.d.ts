// One entry per file in content/, so that its import is typed. The plugin in src/platform/content makes the module.
declare module '#content/site.yaml' {
  const content: import('#content/schemas.ts').Content<'site'>;
  export default content;
}
