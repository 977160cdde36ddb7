const english = {
  about: 'Save tasks, records and the WhatsApp link, encrypted',
  example: '\nExample: wasap backup wasap.backup\nIt also works while the program runs.',
  file: 'file to write; only you can read it',
  passphraseFile: 'read the passphrase from its first line (default: ask in the terminal)',
  withoutAuth: "leave out the WhatsApp link, and don't encrypt",
  force: 'replace the file if it exists',
};

const spanish: typeof english = {
  about: 'Guarda tareas, registros y vínculo de WhatsApp, cifrados',
  example: '\nEjemplo: wasap backup wasap.backup\nTambién funciona con el programa en marcha.',
  file: 'archivo que se escribe; solo tú puedes leerlo',
  passphraseFile: 'lee la frase de su primera línea (por defecto: la pide en la terminal)',
  withoutAuth: 'sin el vínculo de WhatsApp, y sin cifrar',
  force: 'reemplaza el archivo si ya existe',
};

export const backupHelp = { en: english, es: spanish };
