import project from '#content/project.yaml';

/** A file's name for a sentence or an accessible name: one that shows nothing gets a stand-in. */
export const fileNameOf = (name: string) =>
  /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : project.files.nameless;

/** A file's name as it was typed, whatever its script and direction, kept from turning what stands around it. */
export function FileName({ name }: { readonly name: string }) {
  return <bdi>{fileNameOf(name)}</bdi>;
}
