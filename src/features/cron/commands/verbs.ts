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
  ['add', ['add', 'new', 'create', 'anadir', 'anade', 'agregar', 'agrega', 'crear', 'nueva', 'nuevo']],
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

/**
 * Orders that may also begin what should be done at a time: `borra ab`, but `borra los registros cada noche`. They
 * count where at most the letters of a cron follow.
 */
const ORDERS: readonly (readonly [CronVerb, readonly string[]])[] = [
  ['list', ['mostrar', 'muestra']],
  ['resume', ['continue', 'reanuda', 'sigue', 'continua']],
  ['run', ['ejecuta', 'corre']],
  ['delete', ['cancel', 'borra', 'elimina', 'quita', 'cancelar', 'cancela']],
  ['undo', ['deshaz']],
];

/** The text after `/cron`: what to do, and the rest as typed. A time without a verb is one to add. */
export function verbIn(rest: string): { readonly verb: CronVerb | undefined; readonly words: string } {
  const [, first = '', words = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  const folded = first
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const spelled = /\s/.test(words) ? SPELLINGS : [...SPELLINGS, ...ORDERS];
  const found = spelled.find(([, spellings]) => spellings.includes(folded));
  if (found !== undefined) return { verb: found[0], words };
  return words === '' ? { verb: undefined, words: '' } : { verb: 'add', words: rest };
}
