/** Texts of shell fragments and random characters, each the same for the same seed. */

const MAX_LENGTH = 40;

const PIECES: readonly string[] = [
  ...' \t\n\'"\\$`()[]{}<>|&;#!*?~=-/.,:@%^+\0\r'.split(''),
  ...['ls', 'git', 'rm', 'sudo', 'sh', '-c', 'env', 'xargs', 'find', '-exec', 'src/app.ts', '../x', '.env'],
  ...['$(', '${', '$((', '<<EOF\n', '<<<', '&&', '||', ';;', '>&2', '2>', '>|', '$[', "$'", '\\x', 'esac'],
  ...[
    'if ',
    'then ',
    'fi',
    'do ',
    'done',
    'for x in',
    'case ',
    'function f',
    '() {',
    '}',
    '[[',
    ']]',
    'A=1 ',
  ],
  ...[
    '\u202e',
    '\u200b',
    '\u2028',
    '\u00a0',
    '\ud800',
    '\udfff',
    '\ufeff',
    'é',
    '日本',
    '😀',
    '\u{e0041}',
    'ｒｍ',
  ],
];

/** Cheap, and the same for the same seed: building texts must not take longer than judging them. */
export function randomText(seed: number): string {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const piece = () =>
    next(8) === 0 ? String.fromCharCode(next(0x1_0000)) : (PIECES[next(PIECES.length)] ?? '');
  return Array.from({ length: next(MAX_LENGTH) }, piece).join('');
}
