/** The files in which people write commands of their own. */
export const commandFileTexts = {
  none: 'There are no command files. Put one into .claude/commands of the project, or into commands/ of your own configuration folder.',
  name: 'Command',
  what: 'What it is for (file)',
  hidden: (path: string, by: string) => `${path}, hidden by ${by}`,
};
