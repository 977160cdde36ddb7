/** What `wasap check` says where it has no result. */
export const checkTexts = {
  noMap: 'A task here starts without a map.\nA map needs at least 5 source files, and tokens for one line.',
  byIndentation: (file: string, problem: string) => `I read ${file} by its indentation: ${problem}.`,
};
