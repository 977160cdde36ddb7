/** `wasap config`. */
export const configTexts = {
  columns: { name: 'setting', value: 'value', from: 'from' },
  notSet: 'not set',
  hidden: 'set, not shown',
  origin: {
    environment: 'the environment',
    usual: 'the default',
    nowhere: 'nowhere',
  },
  others: (count: number) => `Settings at their default: ${count}\nTo see them too: wasap config get --all`,
  unknown: (name: string) => `There is no setting called ${name}.\nTo see all: wasap config get --all`,
  unknownNear: (name: string, near: string) => `There is no setting called ${name}.\nDid you mean ${near}?`,
  prompt: (name: string) => `${name} (what you type isn't shown)`,
  noValue: (name: string) => `Give ${name} a value: as the last word, or through a pipe.`,
  inHistory: (name: string) =>
    `Your shell's history now holds this value.\nNext time leave it out, and I'll ask for it: wasap config set ${name}`,
  unwritable: (name: string) =>
    `A .env file can't hold this value of ${name}.\nIt takes one line, with two kinds of quotes at most.`,
  notHere: (name: string) =>
    `${name} can't be set in a .env file.\nIt says where that file is, so set it in the environment.`,
  saved: (name: string, value: string) => `Saved: ${name} = ${value}`,
  savedIn: (file: string) => `It's in ${file} and takes effect at the next start.`,
  unset: (name: string, file: string) =>
    `Removed: ${name}\nIt's no longer in ${file}. That takes effect at the next start.`,
  wasNotSet: (name: string, file: string) => `${name} isn't set in ${file}.`,
  stillIn: (name: string, file: string) => `${name} still has a value. It's in ${file}`,
  overridden: (name: string) => `${name} is also set in the environment, and that one counts.`,
  stopped: 'Stopped. Nothing was saved.',
};
