/** What goes wrong with an export. Each stands behind `wasap:` or behind what was tried. */
export const faults = {
  'file-exists': (path: string) => `${path} exists, so I left it as it is. Name another file.`,
  'not-written': (path: string, why: string) => `I can't write ${path}: ${why}. Name another place.`,
};
