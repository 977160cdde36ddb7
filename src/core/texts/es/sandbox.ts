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
    broken: 'bubblewrap está instalado, pero no arranca',
    container: 'este contenedor no deja funcionar a bubblewrap',
    'namespaces-off': 'este sistema tiene desactivados los espacios de nombres de usuario',
    apparmor: 'AppArmor no deja a bubblewrap crear espacios de nombres de usuario',
    forbidden: 'este sistema no deja funcionar a bubblewrap',
    leaky: 'funciona, pero no contiene lo que debe',
  },
  how: {
    'switched-off': 'Los comandos corren con tus permisos.',
    unsupported:
      'En Linux y WSL 2 es bubblewrap; en macOS puede ser el de Anthropic: npm install -g @anthropic-ai/sandbox-runtime.',
    missing: 'Para tenerlo: sudo apt install bubblewrap (o dnf, pacman, apk).',
    broken: 'Vuelve a instalarlo: sudo apt install --reinstall bubblewrap (o dnf, pacman, apk).',
    container:
      'Arráncalo con --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, o deja que el contenedor mismo sea la frontera: SANDBOX=off-accepted.',
    'namespaces-off':
      'Actívalos: sudo sysctl user.max_user_namespaces=15000 y, en Debian, también kernel.unprivileged_userns_clone=1; en /etc/sysctl.d queda para siempre.',
    apparmor:
      'Usa el bubblewrap de la distribución (/usr/bin/bwrap) con su perfil (sudo apt install apparmor-profiles) o permítelos: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0.',
    forbidden:
      'Necesita espacios de nombres de usuario: unshare --user true dice si puedes crear uno. Usa el bubblewrap de la distribución (/usr/bin/bwrap).',
    leaky: 'Por favor, avísanos, con la versión y la del núcleo.',
  },
  required: (state) =>
    `SANDBOX=required, y no hay ninguno. ${state} SANDBOX=auto arranca sin él; los scripts del proyecto preguntan antes.`,
  card: {
    'no-network': '🛡️ Aislamiento: activo, sin red',
    network: '🛡️ Aislamiento: activo, con red',
    none: '⚠️ Sin aislamiento: corre con tus permisos',
  },
  opens: (places) => `✏️ Podrá escribir además en: ${places}`,
  shows: (places) => `👁️ Podrá leer además: ${places}`,
};
