/**
 * What a schema of the settings, or of another file that people write, expects. Zod gives the English sentence, in
 * which numbers and names may stand.
 */
const EXPECTATIONS: readonly (readonly [RegExp, string])[] = [
  [/^expected true or false$/, 'debe ser true o false'],
  [/^expected letters, digits and signs without spaces$/, 'van letras, números y signos, sin espacios'],
  [/^expected a URL that begins with (.+) or (.+)$/, 'debe ser una URL que empiece con $1 o $2'],
  [/^expected an absolute path$/, 'debe ser una ruta absoluta'],
  [/^expected a port from (\d+) to (\d+), or off$/, 'debe ser un puerto de $1 a $2, u off'],
  [
    /^expected headers as (.+), separated by commas, with %20 for a blank$/,
    'van encabezados como $1, separados por comas, con %20 por espacio',
  ],
  [/^expected names of programs, separated by commas$/, 'van nombres de programas, separados por comas'],
  [/^expected auto, required or off-accepted$/, 'debe ser auto, required u off-accepted'],
  [/^expected owner\/name$/, 'debe ser dueño/nombre'],
  [
    /^expected phone numbers with their country code, separated by commas$/,
    'van números de teléfono con código de país, separados por comas',
  ],
  [/^expected a phone number with its country code$/, 'debe ser un número de teléfono con código de país'],
  [/^expected a phone number in quotes$/, 'debe ser un número de teléfono entre comillas'],
  [/^expected console, whatsapp or both$/, 'debe ser console, whatsapp o los dos'],
  [/^expected three numbers with dots, as (\S+)$/, 'van tres números con puntos, como $1'],
  [/^expected the address of an interface, as (\S+)$/, 'debe ser la dirección de una interfaz, como $1'],
  [/^expected only scheme and name, as (\S+)$/, 'van solo el esquema y el nombre, como $1'],
  [/^expected an IANA time zone, as (\S+)$/, 'debe ser una zona horaria IANA, como $1'],
  [/^expected at least (\d+) characters$/, 'van al menos $1 caracteres'],
  [/^expected en or es$/, 'debe ser en o es'],
  [/^expected a whole number from (\S+) to (\S+)$/, 'debe ser un número entero de $1 a $2'],
  [/^expected dollars, above 0 and up to (\S+), or none$/, 'van dólares, más de 0 y hasta $1, o none'],
  [/^expected days, from (\S+) to (\S+), or none$/, 'van días, de $1 a $2, o none'],
  [/^expected none, or hours such as (\S+)$/, 'debe ser none, o un horario como $1'],
  [/^expected one line$/, 'debe ser una sola línea'],
  [/^expected hosts as in an address: (\S+)$/, 'van servidores como en una dirección: $1'],
  [/^searxng needs its address: search_url$/, 'searxng necesita su dirección: search_url'],
  [/^expected off, or whole numbers for (.+) and (\S+)$/, 'debe ser off, o números enteros en $1 y $2'],
  [/^there is no such setting$/, 'ese ajuste no existe'],
  // Lists of commands.
  [/^expected a flag such as (.+) or ("[^"]+")$/, 'debe ser una opción como $1 o $2'],
  [
    /^expected `has_subcommands: true` together with (.+), or neither$/,
    'van `has_subcommands: true` y $1, o ninguno',
  ],
  // Jobs.
  [
    /^expected a letter, then letters, digits, - or _, (\d+) at most$/,
    'empieza con una letra y sigue con letras, números, - o _; $1 como máximo',
  ],
  [/^(?:(.+): )?this name is taken by the language itself$/, 'ese nombre está reservado'],
  [/^expected parameters by name$/, 'van parámetros con nombre'],
  [/^give input or prompt, not both$/, 'va input o prompt, no los dos'],
  [/^expected at least one task$/, 'va al menos una tarea'],
  // Evaluation tasks.
  [/^expected some words$/, 'van algunas palabras'],
  [
    /^expected a path inside the project, outside of \.git$/,
    'debe ser una ruta dentro del proyecto, fuera de .git',
  ],
  [/^expected a regular expression of JavaScript$/, 'debe ser una expresión regular de JavaScript'],
  [/^expected (`has`) or (`lacks`)$/, 'va $1 o $2'],
  [
    /^expected (`.+`) or (`tests`): an agent that does nothing must not pass$/,
    'va $1 o $2: un agente que no hace nada no debe aprobar',
  ],
  [
    /^expected plugin:name, workflow:name, none or questions$/,
    'debe ser plugin:nombre, workflow:nombre, none o questions',
  ],
  [/^expected the name of a program$/, 'debe ser el nombre de un programa'],
  [/^expected 1 to (\d+) files$/, 'van de 1 a $1 archivos'],
  [/^expected a part of exactly one line of that file$/, 'debe ser parte de una sola línea de ese archivo'],
  [/^expected what is to be found$/, 'va lo que hay que encontrar'],
  [/^expected (`mended`)$/, 'falta $1'],
  // MCP servers.
  [
    /^(?:its name )?use up to (\d+) letters, digits, - and single _$/,
    'en el nombre van hasta $1 letras, números, - y _ sueltos',
  ],
  [/^(?:its name )?does not end with _$/, 'el nombre no debe terminar en _'],
  [/^holds line breaks or hidden characters$/, 'tiene saltos de línea o caracteres que no se ven'],
  [/^begins with (\S+) or (\S+)$/, 'debe empezar con $1 o $2'],
  [/^has more than (\d+) servers$/, 'tiene más de $1 servidores'],
  [
    /^type: "sse" is not supported; most such servers also speak "http"$/,
    'type: "sse" no sirve aquí; casi todos esos servidores hablan también "http"',
  ],
  [/^another server has this name$/, 'otro servidor tiene ese nombre'],
  [/^more than (\d+) servers$/, 'hay más de $1 servidores'],
  [/^is larger than (\d+) kB$/, 'pesa más de $1 kB'],
  [/^is not JSON$/, 'no es JSON'],
  [/^cannot be read \((\w+)\)$/, 'no se puede leer ($1)'],
  [/^its address holds a name or a password$/, 'su dirección lleva un usuario o una contraseña'],
  [
    /^an address and headers take variables only in your own (\S+)$/,
    'la dirección y los encabezados solo llevan variables en tu propio $1',
  ],
  // What stands between the lines ---.
  [
    /^The frontmatter cannot be used: its first line is `---`, and no other line ends it\.$/,
    'El encabezado empieza con --- y ninguna línea lo cierra.',
  ],
  [
    /^The frontmatter cannot be used: it has more than (\d+) characters\.$/,
    'El encabezado tiene más de $1 caracteres.',
  ],
  [
    /^The frontmatter cannot be used: it holds more than one document\.$/,
    'El encabezado tiene más de un documento YAML.',
  ],
  [
    /^The frontmatter cannot be used: it does not consist of `name: value`\.$/,
    'El encabezado no está hecho de `nombre: valor`.',
  ],
  [/^The frontmatter cannot be used: (.+)\.$/s, 'El encabezado no se puede usar: «$1».'],
  [
    /^The frontmatter is no YAML \((.+)\) and was read line by line\. .+$/s,
    'El encabezado no es YAML: lo leí línea por línea. Pon entre comillas los valores con dos puntos o corchetes. El error: «$1».',
  ],
  [/^(\S+) cannot be found in it\.$/, 'no tiene $1.'],
  [/^there is no such field$/, 'ese campo no existe'],
  // Zod's own sentences.
  [/^(?:Invalid option: )?expected one of (.+)$/, 'debe ser uno de: $1'],
  [/^(?:Invalid input: )?expected (\S+), received (\S+)$/, 'debe ser de tipo $1, y es de tipo $2'],
  [/^Too (?:small|big): expected \S+ to (?:be|have) (.+)$/, 'fuera del rango: $1'],
  [/^(?:Invalid string: )?must start with (.+)$/, 'debe empezar con $1'],
  [/^(?:Invalid string: )?must match pattern (.+)$/, 'debe tener la forma $1'],
  [/^Unrecognized keys?: (.+)$/, 'no existe: $1'],
  [/^Invalid (?:input|key in record)$/, 'no es lo que va ahí'],
];

const PLACES: Readonly<Record<string, string>> = {
  'the command line': 'de la línea de comandos',
  'the environment': 'del entorno',
};

/** From where a value is, "de" included: where it was set is the path of a file or one of two words. */
export function originInSpanish(english: string): string {
  return Object.hasOwn(PLACES, english) ? (PLACES[english] ?? english) : `de ${english}`;
}

/** The sentence, which may stand behind the name of a field, in Spanish; one that is not known stays as it is. */
export function expectationInSpanish(english: string): string {
  const known = EXPECTATIONS.find(([sentence]) => sentence.test(english));
  if (known !== undefined) return english.replace(...known);
  const [, field = '', rest = ''] = /^([\w.-]+): (.+)$/s.exec(english) ?? [];
  return field === '' ? english : `${field}: ${expectationInSpanish(rest)}`;
}

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

const LINK_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^428: no pairing code was given$/, 'error 428: no dio ningún código'],
  [/^408: QR refs attempts ended$/, 'error 408: nadie escaneó los códigos'],
  [/^WhatsApp did not confirm it within (\d+) s$/, 'WhatsApp no lo confirmó en $1 s'],
  [/^The connection to WhatsApp closed \((.+)\)\.?$/s, 'se cortó la conexión con WhatsApp («$1»)'],
  [/^events are held back$/, 'los mensajes llegan con retraso'],
  [/^(?:locking|connecting|syncing|pairing)$/, 'no respondió a tiempo'],
];

/** The reason in Spanish; one that is not known is quoted. */
export function linkReasonInSpanish(english: string): string {
  const known = LINK_REASONS.find(([reason]) => reason.test(english));
  if (known !== undefined) return english.replace(...known);
  const [, code = '', words = english] = /^(\d{3}): (.*)$/s.exec(english) ?? [];
  const meaning = CLOSE_CODES[code];
  if (meaning !== undefined) return `error ${code}: ${meaning}`;
  return code === '' ? `«${words}»` : `error ${code}: «${words}»`;
}

const LINK_STATES: Readonly<Record<string, string>> = {
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
  return LINK_STATES[state] ?? `«${state}»`;
}
