/** Why WhatsApp closes a connection, by its code. What its client says about it is English. */
const CLOSE_CODES: Readonly<Record<string, string>> = {
  401: 'no acepta este dispositivo',
  403: 'bloqueó la cuenta',
  405: 'no acepta esta versión',
  408: 'no hubo respuesta',
  411: 'la cuenta no permite dispositivos vinculados',
  428: 'se cortó la conexión',
  440: 'otro programa usa este dispositivo',
  500: 'falló su servidor',
  503: 'su servidor no está disponible',
  515: 'pidió conectarse otra vez',
};

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^428: no pairing code was given$/, 'error 428: no dio ningún código'],
  [/^408: QR refs attempts ended$/, 'error 408: nadie escaneó los códigos'],
  [/^WhatsApp did not confirm it within (\d+) s$/, 'WhatsApp no lo confirmó en $1 s'],
  [/^The connection to WhatsApp closed \((.+)\)\.?$/s, 'se cortó la conexión con WhatsApp («$1»)'],
  [/^events are held back$/, 'los mensajes llegan con retraso'],
  [/^(?:locking|connecting|syncing|pairing)$/, 'no respondió a tiempo'],
];

/** The reason in Spanish; one that is not known is quoted. */
export function linkReasonInSpanish(english: string): string {
  const known = REASONS.find(([reason]) => reason.test(english));
  if (known !== undefined) return english.replace(...known);
  const [, code = '', words = english] = /^(\d{3}): (.*)$/s.exec(english) ?? [];
  const meaning = CLOSE_CODES[code];
  if (meaning !== undefined) return `error ${code}: ${meaning}`;
  return code === '' ? `«${words}»` : `error ${code}: «${words}»`;
}

const STATES: Readonly<Record<string, string>> = {
  stopped: 'detenido',
  locking: 'esperando su turno',
  connecting: 'conectando',
  pairing: 'falta vincular un teléfono',
  syncing: 'sincronizando',
  open: 'conectado',
  degraded: 'conectado a medias',
  backoff: 'sin conexión',
  outdated: 'versión muy vieja',
  terminal: 'hay que hacer algo: wasap doctor',
};

export function linkStateInSpanish(state: string): string {
  return STATES[state] ?? `«${state}»`;
}
