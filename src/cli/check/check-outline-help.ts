const english = {
  about: 'Show what get_file_outline finds in a file',
  example: '\nExample: wasap check outline --json src/main.ts',
  file: 'its extension tells the language',
  json: 'write [{"name","kind","start","end"}], in the order of the file; lines from 1',
};

const spanish: typeof english = {
  about: 'Muestra qué encuentra get_file_outline en un archivo',
  example: '\nEjemplo: wasap check outline --json src/main.ts',
  file: 'su extensión indica el lenguaje',
  json: 'escribe [{"name","kind","start","end"}], en el orden del archivo; líneas desde 1',
};

export const checkOutlineHelp = { en: english, es: spanish };
