const english = {
  about: 'Keep wasap running in the background',
  example: '\nExample: wasap service install',
  install: {
    about: 'Set up a service for your user (systemd, launchd) and start it; shows everything first',
    yes: "don't ask",
    dryRun: 'only show what would be written and run',
    example: '\nExample: wasap service install --dry-run',
  },
  uninstall: {
    about: 'Stop the service and remove its file; records and settings stay',
    yes: "don't ask",
    dryRun: 'only show what would be run and removed',
    example: '\nExample: wasap service uninstall',
  },
  status: {
    about: 'Tell if the service is installed and running: exit code 0, else 1',
    example: '\nExample: wasap service status',
  },
};

const spanish: typeof english = {
  about: 'Mantiene wasap en marcha en segundo plano',
  example: '\nEjemplo: wasap service install',
  install: {
    about: 'Crea un servicio para tu usuario (systemd, launchd) y lo inicia; antes muestra todo',
    yes: 'sin preguntar',
    dryRun: 'solo muestra qué se escribiría y ejecutaría',
    example: '\nEjemplo: wasap service install --dry-run',
  },
  uninstall: {
    about: 'Detiene el servicio y borra su archivo; registros y ajustes se quedan',
    yes: 'sin preguntar',
    dryRun: 'solo muestra qué se ejecutaría y borraría',
    example: '\nEjemplo: wasap service uninstall',
  },
  status: {
    about: 'Dice si el servicio está instalado y en marcha: código de salida 0; si no, 1',
    example: '\nEjemplo: wasap service status',
  },
};

export const serviceHelp = { en: english, es: spanish };
