const english = {
  about: 'Remove what wasap keeps on this machine',
  all: 'also delete records and settings: Enter means yes',
  yes: "don't ask; without --all, remove only the service",
  example: '\nExample: wasap uninstall --all --yes',
};

const spanish: typeof english = {
  about: 'Quita lo que wasap guarda en esta máquina',
  all: 'borra también registros y ajustes: Enter significa sí',
  yes: 'sin preguntar; sin --all, solo quita el servicio',
  example: '\nEjemplo: wasap uninstall --all --yes',
};

export const uninstallHelp = { en: english, es: spanish };
