import type { sandboxTexts as English } from '../en/sandbox.ts';

export const sandboxTexts: typeof English = {
  on: (name, version) =>
    `🛡️ Sandbox: ${name} ${version}. Solo se escribe en el proyecto.
Los comandos usan la red solo si la permites.`,
  unknown: '🛡️ Sandbox: lo pruebo antes del primer comando.',
  off: (why, how) => `⚠️ Sin sandbox: ${why}.\n${how}`,
  why: {
    'switched-off': 'está desactivado (SANDBOX=off-accepted)',
    unsupported: 'no conozco ninguno para este sistema',
    missing: 'bubblewrap no está instalado',
    broken: 'bubblewrap está instalado, pero no arranca',
    container: 'este contenedor no deja funcionar a bubblewrap',
    'namespaces-off': 'este sistema tiene desactivados los user namespaces',
    apparmor: 'AppArmor bloquea los user namespaces de bubblewrap',
    forbidden: 'este sistema no deja funcionar a bubblewrap',
    leaky: 'funciona, pero mi prueba logró salir',
  },
  how: {
    'switched-off': 'Los comandos pueden hacer lo mismo que tu usuario.',
    unsupported: `En Linux y WSL 2 es bubblewrap. En macOS, instala:
npm install -g @anthropic-ai/sandbox-runtime`,
    missing: 'Instálalo: sudo apt install bubblewrap (o dnf, pacman, apk)',
    broken: `Instálalo otra vez (o con dnf, pacman, apk):
sudo apt install --reinstall bubblewrap`,
    container: `Arranca el contenedor con estas opciones:
--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined
O confía en el contenedor mismo: SANDBOX=off-accepted`,
    'namespaces-off': `Actívalos; Debian necesita también la segunda línea:
sudo sysctl user.max_user_namespaces=15000
sudo sysctl kernel.unprivileged_userns_clone=1
Para que sigan tras reiniciar, escríbelas en /etc/sysctl.d.`,
    apparmor: `Usa el /usr/bin/bwrap del sistema, con su perfil:
sudo apt install apparmor-profiles
O permite los namespaces: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`,
    forbidden: `Usa el /usr/bin/bwrap del sistema.
Necesita user namespaces. Para ver si puedes crear uno: unshare --user true`,
    leaky: 'Por favor avísanos, con su versión y la del kernel.',
  },
  required: (state) =>
    `SANDBOX=required, pero no hay ninguno: no arranqué.
${state}
Para arrancar sin él y que los scripts del proyecto pregunten antes: SANDBOX=auto`,
  card: {
    'no-network': '🛡️ Sandbox: activo, sin red',
    network: '🛡️ Sandbox: activo, con red',
    none: '⚠️ Sin sandbox: puede hacer lo mismo que tu usuario',
  },
  opens: (places) => `✏️ También podrá escribir en: ${places}`,
  shows: (places) => `👁️ También podrá leer: ${places}`,
};
