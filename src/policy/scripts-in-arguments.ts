/** Recognises small programs in arguments that can only print their input. */

/**
 * Text between two slashes of sed, by its own rules: a slash in brackets ends nothing there, so brackets must not
 * contain one.
 */
function between(delimiter: string): string {
  const plain = `[^\\\\\\n[${delimiter}]`;
  const bracket = `\\[\\^?(?:\\[:[a-z]+:\\]|\\]?[^\\][\\\\\\n${delimiter}]*)\\]`;
  return `(?:${plain}|\\\\[^\\n]|${bracket})*`;
}

const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|/${between('/')}/I?)`;
const RANGE = `(?:${ADDRESS}(?:,(?:${ADDRESS}|[+~]\\d+))?\\s*!?\\s*)?`;
const SUBSTITUTE = ['/', '|', '#', ',']
  .map((sign) => (sign === '|' ? '\\|' : sign))
  .map((sign) => `s${sign}${between(sign)}${sign}${between(sign)}${sign}[gpIi\\d]*`)
  .join('|');
/** Commands of sed that print, leave out or stop; `w`, `r`, `e` and the rest reach files or start programs. */
const COMMAND = new RegExp(`\\s*${RANGE}(?:[pdqQ=l]|${SUBSTITUTE})\\s*(?:;|$)`, 'y');

/** True for a script of sed that only prints lines, or parts of them, of the files it reads. */
export function isPrintingSed(script: string): boolean {
  for (let at = 0; at < script.length; at = COMMAND.lastIndex) {
    COMMAND.lastIndex = at;
    if (!COMMAND.test(script)) return false;
  }
  return script !== '';
}

/** Words of awk that start programs, or reach files, variables and arguments that were not named. */
const REACHES_FURTHER =
  /system|getline|close|fflush|ENVIRON|ARGV|ARGC|SYMTAB|FUNCTAB|PROCINFO|@|\\\n|\r|&\s*\||\|\s*&/;

/**
 * True for a program of awk that only prints. After `print` and `printf` a `>` or `|` would be a file or a program,
 * so neither may follow the first of them; before it they compare.
 */
export function isPrintingAwk(program: string): boolean {
  const [before = '', ...behind] = program.split(/(?=print)/);
  const printed = behind.join('');
  return program !== '' && !REACHES_FURTHER.test(program) && !/[>|]/.test(printed) && !/\|\s*"/.test(before);
}

/** Functions of jq that see more than the file: the environment, other files, the rest of the input. */
const SEES_MORE = /env\b|ENV|\$__|import|include|input|modulemeta|get_search_list|debug|stderr|halt/;

/** `.env` is a field of the document; `..` precedes no field, and `1.` is a number. */
const FIELD = /(?<![.\d])\.[A-Za-z_]\w*/g;
const PLAIN_STRING = /"(?:[^"\\]|\\.)*"/g;

/** True for a program of jq that only rearranges its input. */
export function isPlainJq(program: string): boolean {
  // If a string may hold a program, or a comment a lone quote, the ends of strings cannot be found by their signs.
  const stringsArePlain = !/\\\(|#/.test(program);
  const code = stringsArePlain ? program.replace(PLAIN_STRING, '""') : program;
  return !SEES_MORE.test(code.replace(FIELD, '.'));
}
