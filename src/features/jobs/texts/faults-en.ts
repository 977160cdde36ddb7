/** What goes wrong with the file or the plan of a job. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  'too-large': (file: string, most: number) => `${file}: a job has ${most} KB at most; this file has more.`,
  'no-file': (file: string) => `There is no file ${file}.`,
  'too-deep': (file: string) => `${file}: this is nested too deeply.`,
  'too-many-aliases': (file: string) => `${file}: too many aliases.`,
  'plan-changed':
    'The plan, or what its commands do, has changed since you saw it. Nothing was run. Have it planned again.',
  unknown: (name: string, folders: string, names: string) =>
    `There is no job ${name} in ${folders}. There are: ${names}.`,
  'unknown-near': (name: string, folders: string, near: string) =>
    `There is no job ${name} in ${folders}. Did you mean ${near}?`,
  'is-link': (file: string) => `${file} cannot be read as a job: it is a link; name the file it leads to.`,
  'is-folder': (file: string) => `${file} cannot be read as a job: it is a folder.`,
  'no-regular-file': (file: string) => `${file} cannot be read as a job: it is no regular file.`,
  'not-permitted': (file: string) => `${file} cannot be read as a job: it may not be read.`,
  'several-documents': (file: string) => `${file}: a file is one job: take out what stands behind ---.`,
  'broken-yaml': (file: string, why: string) => `${file}: ${why}`,
  'no-jobs': (name: string, folders: string) => `There is no job ${name} in ${folders}. There are none.`,
  'no-place': (reference: string) =>
    `${reference}: no value can be put into a command line behind $( ), backticks, <<, a comment or special quotes. Put the program in command and the rest in args`,
};
