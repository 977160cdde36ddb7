/** Said of files that an owner accepts, whatever they describe. */
export const trustTexts = {
  notInGroup: "That's between you and me. Write it in our own chat.",
  specialistTakenBack: (agent: string) => `Taken back: ${agent} can only read now.`,
  title: (name: string, path: string) => `🔑 /${name} wants to do this without asking (${path}):`,
  anyCommand: 'any command',
  beginning: (line: string) => `commands that start with ${line}`,
  edits: { change: 'changes to files', write: 'new files' },
};
