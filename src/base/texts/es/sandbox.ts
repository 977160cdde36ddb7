import type { sandboxTexts as English } from '../en/sandbox.ts';

export const sandboxTexts: typeof English = {
  on: (name, version) =>
    `🛡️ Aislamiento: ${name} ${version}. Los comandos solo escriben en el proyecto, sin red salvo que la permitas.`,
  unknown: '🛡️ Aislamiento: se prueba antes del primer comando.',
  off: (why, how) => `⚠️ Sin aislamiento: ${why}. ${how}`,
  why: {
    'switched-off': 'está desactivado (SANDBOX=off-accepted)',
    unsupported: 'este sistema no tiene ninguno que yo conozca',
    missing: 'bubblewrap no está instalado',
    forbidden: 'este sistema no deja funcionar a bubblewrap',
    container: 'este contenedor no deja funcionar a bubblewrap',
    leaky: 'bubblewrap funciona, pero no contiene lo que debe',
  },
  how: {
    'switched-off': 'Los comandos corren con tus permisos.',
    unsupported: 'En Linux o WSL 2 se usaría bubblewrap.',
    missing: 'Para tenerlo: sudo apt install bubblewrap (o dnf, pacman, apk).',
    forbidden:
      'Necesita espacios de nombres de usuario: usa el bubblewrap de la distribución (/usr/bin/bwrap) y mira sysctl kernel.unprivileged_userns_clone y kernel.apparmor_restrict_unprivileged_userns.',
    container:
      'Arráncalo con --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, o deja que el contenedor mismo sea la frontera: SANDBOX=off-accepted.',
    leaky: 'Por favor, avisa con la versión y el núcleo.',
  },
  required: (state) =>
    `SANDBOX=required, y no hay ninguno. ${state} SANDBOX=auto arranca sin él; los scripts del proyecto preguntan antes.`,
  card: {
    'no-network': '🛡️ Aislamiento: activo, sin red',
    network: '🛡️ Aislamiento: activo, con red',
    none: '⚠️ Sin aislamiento: corre con tus permisos',
  },
};
