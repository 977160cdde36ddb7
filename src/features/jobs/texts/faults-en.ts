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
  'not-permitted': (file: string) => `${file} cannot be read as a job: I'm not allowed to read it.`,
  'several-documents': (file: string) => `${file}: a file is one job: take out what stands behind ---.`,
  'broken-yaml': (file: string, why: string) => `${file}: ${why}`,
  'no-jobs': (name: string, folders: string) => `There is no job ${name} in ${folders}, nor any other.`,
  'no-place': (reference: string) =>
    `${reference}: no value can be put into a command line behind $( ), backticks, <<, a comment or special quotes. Put the program in command and the rest in args`,
  correct: 'Fix this job first:',
  more: (count: number) => `and ${count} more`,
  task: (id: string) => `task ${id}`,
  'task-number': (at: number) => `task number ${at}`,
  expected: (what: string) => what,
  'too-many-tasks': (count: number, most: number) =>
    `${count} tasks are too many: a job has ${most} at most. Make several jobs of it.`,
  'input-too-large': (size: number, most: number) =>
    `${size} characters are too many: the input of a task has ${most} at most`,
  'input-too-deep': (most: number) => `this is nested deeper than ${most} levels`,
  'name-taken': (name: string) => `${name}: this name is taken by the language itself`,
  'same-name': (id: string) => `${id} is the name of two tasks`,
  'no-service': (service: string, hint: string) => `there is no service ${service}; ${hint}`,
  'no-command': (service: string, command: string, hint: string) =>
    `${service} has no command ${command}; ${hint}`,
  near: (name: string) => `did you mean ${name}?`,
  'there-are': (names: string) => `there are: ${names}`,
  'waits-for-itself': 'a task cannot wait for itself',
  'no-task': (id: string) => `there is no task ${id}`,
  'no-task-near': (id: string, near: string) => `there is no task ${id}; did you mean ${near}?`,
  parameters: (problems: string) => `Parameter validation failed: ${problems}`,
  'too-many-prompts': (count: number, most: number) =>
    `${count} tasks have a prompt; ${most} at most, because each is a request to the model`,
  ring: (ids: string) => `these tasks wait for each other: ${ids}`,
  'too-long-chain': (count: number, most: number) =>
    `${count} tasks wait for one another in a row; ${most} at most`,
  'reference-taken': (reference: string, name: string) =>
    `${reference}: ${name} is taken by the language itself`,
  'reference-itself': (reference: string) => `${reference}: a task cannot refer to itself`,
  'reference-no-task': (reference: string, id: string) => `${reference}: there is no task ${id}`,
  'reference-no-item': (reference: string, place: string, field: string) =>
    `${reference}: ${place} has no ${field}; it has numbers from 0 on`,
  'reference-no-field': (reference: string, place: string, field: string) =>
    `${reference}: ${place} has no ${field}`,
  'reference-other-fields': (reference: string, place: string, field: string, names: string) =>
    `${reference}: ${place} has no ${field}; it has ${names}`,
  'reference-in-text': (reference: string, types: string) =>
    `${reference}: ${types} cannot stand within a text`,
  'reference-type': (reference: string, types: string, expected: string) =>
    `${reference}: it is ${types}, and ${expected} is expected here`,
  or: (names: string, name: string) => `${names} or ${name}`,
};
