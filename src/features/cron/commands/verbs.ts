export type CronVerb =
  | 'add'
  | 'list'
  | 'pause'
  | 'resume'
  | 'run'
  | 'delete'
  | 'missed'
  | 'undo'
  | 'zone'
  | 'yes'
  | 'no';

/** In both languages, whichever the chat speaks; without accents. */
const SPELLINGS: readonly (readonly [CronVerb, readonly string[]])[] = [
  ['add', ['add', 'new', 'create', 'anadir', 'agregar', 'crear', 'nueva', 'nuevo']],
  ['list', ['list', 'ls', 'show', 'lista', 'listar', 'ver']],
  ['pause', ['pause', 'pausar', 'pausa']],
  ['resume', ['resume', 'reanudar', 'seguir', 'continuar']],
  ['run', ['run', 'now', 'ejecutar', 'correr', 'ya']],
  ['delete', ['delete', 'remove', 'rm', 'borrar', 'eliminar', 'quitar']],
  ['missed', ['missed', 'perdidas', 'perdida', 'perdidos', 'perdido']],
  ['undo', ['undo', 'deshacer']],
  ['zone', ['zone', 'timezone', 'tz', 'zona']],
  ['yes', ['yes', 'ok', 'si']],
  ['no', ['no']],
];

/** The text after `/cron`: what to do, and the rest as typed. A time without a verb is one to add. */
export function verbIn(rest: string): { readonly verb: CronVerb | undefined; readonly words: string } {
  const [, first = '', words = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  const folded = first
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const found = SPELLINGS.find(([, spellings]) => spellings.includes(folded));
  if (found !== undefined) return { verb: found[0], words };
  return words === '' ? { verb: undefined, words: '' } : { verb: 'add', words: rest };
}
