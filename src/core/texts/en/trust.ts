/** Said of files that an owner accepts, whatever they describe. */
export const trustTexts = {
  notInGroup: 'That is between you and me: write it in our own chat.',
  specialistTakenBack: (agent: string) => `Taken back: ${agent} only reads.`,
};
