/** Said of files that an owner accepts, whatever they describe. */
export const trustTexts = {
  notInGroup: "That's between you and me. Write it in our own chat.",
  specialistTakenBack: (agent: string) => `Taken back: ${agent} can only read now.`,
};
