/** `wasap logs`. */
export const logsTexts = {
  none: (folder: string) => `No log yet in ${folder}.\nThe program writes one once it runs: wasap start`,
};
