/** On the pictures of a diff, and beside them. */
export const pictureTexts = {
  made: 'new file',
  deleted: 'deleted',
  renamed: 'renamed from',
  copied: 'copied from',
  binary: 'binary file: what is in it cannot be shown',
  noContents: 'no line changes',
  noNewline: 'no line end at the end of the file',
  line: (number: number) => `line ${number}`,
  /** In the question below the pictures. */
  above: 'All of it stands above: pictures to look at, and the patch.',
  /** Below a picture that ends before its file does. */
  inPatch: (lines: number) =>
    lines !== 0 ? `${lines} more changed lines: see the patch` : 'the rest: see the patch',
};
