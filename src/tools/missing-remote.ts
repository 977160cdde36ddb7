/** For the model: only a person knows the address. */
export function missingRemote(remote: string): string {
  return `This repository has no remote named ${remote}. Report that the person has to add one with git remote add.`;
}
