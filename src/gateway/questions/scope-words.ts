import type { ApprovalScope } from '../../contracts/grants.ts';

const SESSION = [
  ...['session', 'this session', 'for this session', 'yes for this session', 'task', 'this task'],
  ...['for this task', 'yes for this task', 'in this task', 'yes this session', 'yes this task'],
  ...[
    'sesion',
    'esta sesion',
    'en esta sesion',
    'para esta sesion',
    'por esta sesion',
    'si para esta sesion',
  ],
  ...['tarea', 'esta tarea', 'en esta tarea', 'para esta tarea', 'por esta tarea', 'si para esta tarea'],
  ...['si en esta tarea', 'si por esta tarea', 'si en esta sesion'],
];
const ALWAYS = [
  ...['always', 'yes always', 'always yes', 'always here', 'yes always here', 'here always'],
  ...['siempre', 'si siempre', 'siempre si', 'siempre aqui', 'si siempre aqui', 'aqui siempre'],
];
const PREFIX = [
  ...['always all', 'always any', 'always anything', 'always whatever follows', 'prefix'],
  ...['siempre todo', 'siempre todos', 'siempre cualquiera', 'siempre con lo que siga', 'prefijo'],
];

const NUMBERED: readonly (readonly [string, ApprovalScope, readonly string[]])[] = [
  ['3', 'session', SESSION],
  ['4', 'always', ALWAYS],
  ['5', 'prefix', PREFIX],
];

/** Reads words in lower case, without accents and punctuation: `para esta tarea`. */
export function scopeInWords(words: string): ApprovalScope | undefined {
  return NUMBERED.find(([, , spellings]) => spellings.includes(words))?.[1];
}

/** Reads `4` and `4 always here`. Only for an answer: elsewhere a number may mean anything. */
export function scopeByNumber(words: string): ApprovalScope | undefined {
  const [number = '', ...rest] = words.split(' ');
  const [, scope] = NUMBERED.find(([one]) => one === number) ?? [];
  return rest.length === 0 || scopeInWords(rest.join(' ')) === scope ? scope : undefined;
}
