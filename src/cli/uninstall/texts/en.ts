/** `wasap uninstall`. */
export const uninstallTexts = {
  found: 'This is what I have on this machine:',
  service: (file: string) => `• a service: ${file}`,
  noService: '• no service',
  link: (number: string) => `• the link to WhatsApp, of ${number}`,
  noLink: '• no link to WhatsApp',
  records: (folder: string, size: string) => `• records, logs and undo: ${folder} (${size})`,
  noRecords: '• no records',
  copies: (count: number) =>
    `  ⚠️ copies of projects that tasks worked in: ${count}\n  What isn't committed there is deleted with the records.`,
  settings: (folder: string, names: string) => `• your settings in ${folder}: ${names}`,
  noSettings: '• no settings of yours',
  askService: 'Stop and remove the service?',
  askRecords: 'Delete the records? (To keep a copy first: wasap backup)',
  askLink: 'Delete the link to WhatsApp?',
  askSettings: 'Delete your settings, keys included?',
  shared: (folder: string) =>
    `${folder} holds more than my files.\nI deleted nothing. Delete wasap.db and wasap.log there by hand.`,
  running: (folder: string) => `wasap runs on ${folder}.\nNothing more was removed. Stop it, then try again.`,
  removed: (folder: string) => `Deleted: what I had in ${folder}`,
  left: (folder: string, names: string) => `Not mine, so it stays in ${folder}: ${names}`,
  linkRemoved: 'Deleted: the link to WhatsApp.\nRemove it on your phone too: Settings, Linked devices.',
  projects: 'Your projects, commits and branches are untouched.',
  package: 'To remove the program itself:',
  stopped: "Stopped. What I hadn't asked about yet is still there.",
  noTerminal: "There's no terminal to ask you.\nTo remove everything, add --all --yes",
};
