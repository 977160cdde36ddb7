/** What a schema of the settings expects. Zod gives the English sentence, in which numbers and names may stand. */
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
  // Zod's own sentences.
  [/^expected one of (.+)$/, 'debe ser uno de: $1'],
  [/^expected (\S+), received (\S+)$/, 'debe ser de tipo $1, y es de tipo $2'],
  [/^Too (?:small|big): expected \S+ to (?:be|have) (.+)$/, 'fuera del rango: $1'],
];

const PLACES: Readonly<Record<string, string>> = {
  'the command line': 'la línea de comandos',
  'the environment': 'el entorno',
};

/** Where a value was set, which is the path of a file or one of two words. */
export function placeInSpanish(english: string): string {
  return Object.hasOwn(PLACES, english) ? (PLACES[english] ?? english) : english;
}

/** The sentence in Spanish; one that is not known stays as it is. */
export function expectationInSpanish(english: string): string {
  const known = EXPECTATIONS.find(([sentence]) => sentence.test(english));
  return known === undefined ? english : english.replace(...known);
}
