/** What goes wrong with figures. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  unreadable: (why: string) => `I can't read the figures: ${why}. Try again.`,
};
