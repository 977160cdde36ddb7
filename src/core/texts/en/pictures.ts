/** On the pictures of a diff, and beside them. */
export const pictureTexts = {
  made: 'new file',
  deleted: 'deleted',
  renamed: 'renamed from',
  copied: 'copied from',
  binary: "binary file: I can't show what's in it",
  noContents: 'no line changes',
  noNewline: 'no newline at the end of the file',
  line: (number: number) => `line ${number}`,
  /** In the question below the pictures. */
  above: 'The whole change is above: pictures, and the patch.',
  /** Below a picture that ends before its file does. */
  inPatch: (lines: number) =>
    lines !== 0 ? `${lines} more changed lines: see the patch` : 'the rest: see the patch',
};
