const FILE_HEADER = /^diff --git (.+)$/m;

/** The unified diff without the contents of secret files; each is named instead. */
export function withoutSecretFiles(diff: string, isSecret: (path: string) => boolean): string {
  return diff
    .split(/^(?=diff --git )/m)
    .map((file) => {
      const names = namesIn(FILE_HEADER.exec(file)?.[1] ?? '');
      return names.some(isSecret) ? `(not shown, on the secret list: ${names.at(-1)})\n` : file;
    })
    .join('');
}

/** Both names of `a/old b/new`, quoted by git or not. */
function namesIn(header: string): string[] {
  const parts = /^"?a\/(.*?)"? "?b\/(.*?)"?$/.exec(header);
  return parts === null ? [] : parts.slice(1);
}
