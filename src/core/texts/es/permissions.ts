import type {
  approvalTexts as englishApproval,
  grantTexts as englishGrant,
  policyTexts as englishPolicy,
  sandboxTexts as englishSandbox,
  trustTexts as englishTrust,
} from '../en/permissions.ts';

export const approvalTexts: typeof englishApproval = {
  headline: {
    run_command: '❓ ¿Ejecuto este comando?',
    write_source_file: '❓ ¿Escribo este archivo?',
    apply_patch: '❓ ¿Hago este cambio?',
    move_file: '❓ ¿Muevo este archivo?',
    delete_file: '❓ ¿Borro este archivo?',
    git_commit: '❓ ¿Hago este commit?',
    git_push: '❓ ¿Hago este push?',
    git_create_branch: '❓ ¿Creo esta rama?',
    git_fetch: '❓ ¿Hago fetch de este remoto?',
    git_integrate: '❓ ¿Cambio esta rama?',
    git_stash: '❓ ¿Guardo estos cambios en el stash?',
    git_create_pr: '❓ ¿Abro este pull request?',
    switch_workspace: '❓ ¿Paso este chat a este proyecto?',
    manage_process: '❓ ¿Hago esto con un proceso en marcha?',
    remember:
      '❓ ¿Lo guardo para después?\nLo van a leer las próximas tareas. Con /recuerda deshacer lo olvido.',
    create_cron: '⏰ ¿Programo esto?',
    delete_cron: '❓ ¿Borro esta programación?',
    web_fetch: '❓ ¿Leo esta página?',
    web_search: '❓ ¿Busco esto en la web?',
    request_user_approval: '❓ Necesito que decidas',
    undo_task: '❓ ¿Deshago esta tarea?',
    undo: '❓ ¿Hago un commit que revierta esto?',
    money_limit: '💰 Esta tarea llegó a su límite de dinero',
    other: '❓ ¿Hago esto?',
  },
  longCommand: (length, end) =>
    end === undefined
      ? `📏 ${length} caracteres; al final hay una sola palabra larga`
      : `📏 ${length} caracteres; termina con ${end}`,
  forTask: (task) => `Es para la tarea: ${task}`,
  said: (words) => `💬 El agente dice: ${words}`,
  why: (reason) => `Por qué pregunto: ${reason}`,
  risk: 'Si dices que sí:',
  writesOutsideGit: {
    yes: 'cambia cosas que git no puede recuperar',
    no: 'no cambia nada fuera de git',
    unknown: 'puede cambiar cosas fuera de git',
  },
  network: { yes: 'usa la red', no: 'sin red', unknown: 'puede usar la red' },
  undoable: {
    yes: 'se puede deshacer',
    files: '/deshacer recupera archivos, menos ignorados y grandes',
    no: 'no se puede deshacer',
    unknown: 'quizá no se pueda deshacer',
  },
  grants: {
    'project-script':
      'El "sí" también vale en esta tarea para los demás scripts del proyecto, con el mismo acceso.',
    fetch: 'El "sí" también vale para los próximos fetch de esta dirección en esta tarea.',
    push: 'El "sí" también vale para los próximos push de esta rama en esta tarea.',
    'pull-request': 'El "sí" vale para todos los pull requests de esta tarea.',
  },
  askedOwner: (command) => `🙋 Solo un dueño puede permitirlo. Ya pregunté: ${command}`,
  ofMember: (who) => `(una tarea de +${who})`,
  ofAgent: (name) => `🤖 (una tarea del agente ${name}, por MCP)`,
  atTerminal: 'quien está en la terminal',
  answeredBy: {
    yes: (who, question) => `✅ ${who} permitió ${question}`,
    no: (who, question) => `❌ ${who} rechazó ${question}`,
  },
  reminder: (code) => `⏳ Sigo esperando tu respuesta a ${code}.`,
  expired: (code) =>
    `⌛ Nadie respondió ${code} en 7 días: lo tomé como un no.\nNo hice nada. Para seguir con la tarea: /continuar`,
  undoHint: '↩️ Para deshacerlo: /deshacer',
};

export const grantTexts: typeof englishGrant = {
  choices: {
    once: '1 sí · 2 no',
    session: '3 en esta tarea',
    parts: '3 en esta tarea, y cualquier línea de comandos permitidos',
    always: '4 siempre aquí',
    prefix: (beginning) => `5 siempre aquí, con cualquier argumento: ${beginning} …`,
    typed: (code) => `(o /aprobar ${code}, /rechazar ${code} por qué)`,
  },
  poll: {
    question: (asked, code) => `${asked} (${code})`,
    once: '✅ Sí, una vez',
    session: '🔁 Sí, en esta tarea',
    parts: '🔁 Sí, y líneas parecidas en esta tarea',
    always: '📌 Sí, siempre aquí',
    prefix: '📌 Sí, siempre aquí, con cualquier argumento',
    no: '❌ No lo hagas',
  },
  onlyOnce: (why) => `Solo por esta vez: ${why}.`,
  notAlways: (why) => `No puedo ofrecer "siempre": ${why}.`,
  why: {
    compound: 'es más que un comando simple',
    hidden: 'tiene caracteres que no se ven',
    shell: 'un shell puede ejecutar cualquier cosa',
    wrapper: 'arranca otro programa',
    interpreter: 'ejecuta el código que le den',
    'package-runner': 'descarga o elige el programa que ejecuta',
    alias: 'este repositorio decide qué ejecuta git',
    'not-found': 'el programa no está instalado',
    sensitive: 'nombra secretos, o archivos que deciden qué más se ejecuta',
    unlisted: 'solo las pruebas de la lista aceptan cualquier argumento',
    'no-command': 'esto lo pregunto cada vez',
    'no-arguments': 'solo un comando se puede permitir con cualquier argumento',
  },
  notOffered: (why) => `Esa respuesta no vale aquí: ${why}.\nMi pregunta sigue abierta:`,
  given: {
    parts:
      '✅ Permitido en esta tarea. Sigo.\nNo pregunto más por líneas hechas de comandos que ya puedo ejecutar.\nCon /politica lo ves y lo quitas.',
    named: (what) =>
      `✅ Permitido en esta tarea. Sigo.\nNo vuelvo a preguntar por ${what} hasta que termine.\nCon /politica lo ves y lo quitas.`,
    namedAlways: (what, folder) =>
      `✅ Permitido siempre aquí. Sigo.\nNo vuelvo a preguntar por ${what}.\nSolo en ${folder} y solo en este chat.\nCon /politica lo ves y lo quitas.`,
    session: (command) =>
      `✅ Permitido en esta tarea. Sigo.\nNo vuelvo a preguntar por exactamente esto: ${command}\nCon /politica lo ves y lo quitas.`,
    always: (command, folder) =>
      `✅ Permitido siempre aquí. Sigo.\nNo vuelvo a preguntar por exactamente esto: ${command}\nSolo en ${folder} y solo en este chat.\nCon /politica lo ves y lo quitas.`,
    prefix: (beginning, folder) =>
      `✅ Permitido siempre aquí. Sigo.\nNo pregunto por esto, con los argumentos que permita mi lista de comandos: ${beginning} …\nSolo en ${folder} y solo en este chat.\nCon /politica lo ves y lo quitas.`,
  },
  changed: (what) => `⚠️ Ya lo habías permitido. Desde entonces cambió: ${what}`,
  changes: {
    executable: 'el programa mismo',
    folder: 'la carpeta donde corre',
    environment: 'el entorno de los comandos',
    command: 'lo que haría o tocaría',
    script: (path) => `el archivo ${path}`,
  },
  mode: {
    interactive: '📜 Pregunto antes de un comando que no está en mi lista.',
    strict: '📜 Rechazo los comandos que no están en mi lista.',
  },
  none: 'No permitiste nada más en este chat.',
  title: 'Permitiste en este chat:',
  scope: { session: 'en su tarea', always: (folder) => `siempre, en ${folder}` },
  names: {
    'project-script': 'todos los scripts del proyecto',
    'allowed-parts': 'líneas hechas de comandos permitidos',
    fetch: 'los fetch de su remoto',
    push: 'los push de su rama',
    'pull-request': 'sus pull requests',
  },
  about: {
    mcp: (tool) => `la herramienta ${tool}`,
    web: (host) => `páginas de ${host}`,
  },
  age: (age) => `hace ${age}`,
  uses: (count) => (count === 1 ? 'usado una vez' : `usado ${count} veces`),
  howToRevoke: 'Quita uno: /politica revocar <número>\nQuita todos: /politica revocar todo',
  revoked: (what) => `🚫 Permiso quitado: ${what}\nDesde ahora vuelvo a preguntar.`,
  revokedAll: (count) =>
    count === 0
      ? 'No hay permisos que quitar en este chat.'
      : `🚫 Permisos quitados: ${count}\nDesde ahora vuelvo a preguntar.`,
  notYours: 'Solo quien lo permitió, o un dueño, puede quitarlo.',
  noSuchGrant: (typed) => `No hay ningún ${typed} aquí. Mira los números: /politica`,
};

export const trustTexts: typeof englishTrust = {
  notInGroup: 'Eso queda entre tú y yo. Escríbelo en nuestro chat.',
  specialistTakenBack: (agent) => `Permiso quitado: ahora ${agent} solo puede leer.`,
  title: (name, path) => `🔑 /${name} quiere hacer esto sin preguntar (${path}):`,
  anyCommand: 'cualquier comando',
  beginning: (line) => `comandos que empiezan con ${line}`,
  edits: { change: 'cambios en archivos', write: 'archivos nuevos' },
};

export const policyTexts: typeof englishPolicy = {
  command: (command) => `Comando: ${command}`,
  verdict: {
    allow: '✅ Corre sin preguntar',
    ask: '❓ Te pregunta antes',
    deny: '🚫 No corre nunca',
  },
  configured: 'Tu lista lo permite y no nombra nada fuera del proyecto.',
  why: (reason) => `Por qué: ${reason}`,
  wouldRun: (command) => `Se ejecutaría: ${command}`,
  rule: (rule) => `Regla: ${rule}`,
};

/**
 * Why something is asked or denied, by the name of the rule. The rules' own sentences are English: models read them,
 * too.
 */
export const spanishReasons: Readonly<Record<string, string>> = {
  'unknown-command': 'ese programa no está en mi lista de comandos.',
  'unknown-subcommand': 'esa forma del comando no está en mi lista.',
  'unknown-flag': 'lleva una opción que no está en mi lista.',
  'missing-flag': 'solo está en mi lista con una opción que aquí falta.',
  'unknown-argument': 'lleva un argumento que no está en mi lista.',
  'unexpected-argument': 'lleva un argumento que no esperaba ahí.',
  'starts-others': 'una de sus opciones puede arrancar otro programa.',
  'project-script': 'ejecuta código del proyecto.',
  'git-config': 'la configuración de este repositorio puede hacer que git ejecute otros programas.',
  'path-outside': 'nombra algo fuera del proyecto.',
  'path-secret':
    'nombra archivos que pueden tener secretos. Lo que salga de ellos va al modelo y no se puede retirar; los secretos conocidos van tapados.',
  network: 'pide usar la red.',
  'mcp-tool': 'es una herramienta de un servidor MCP: aquí nadie sabe qué hace.',
  // It may follow another reason.
  'kept-running': 'Sigue corriendo después de la tarea, hasta 30 minutos.',
  'path-git': 'nombra algo dentro de .git.',
  'path-own': 'nombra algo que es de este programa.',
  'path-invalid': 'nombra una ruta que no puedo revisar.',
  'windows-path': 'lleva una ruta de Windows, que todavía no sé revisar.',
  'denied-command': 'ese programa no lo ejecuto nunca.',
  'denied-subcommand': 'esa forma del comando no la ejecuto: hay otra herramienta para eso, o te toca a ti.',
  'password-file': 'nombra el archivo de cuentas del sistema.',
  'device-write': 'escribiría directo en un dispositivo.',
  'fork-bomb': 'es una función que se llama a sí misma sin fin.',
  'too-deep': 'tiene demasiados niveles anidados para revisarlo.',
  'too-long': 'es demasiado largo para revisarlo.',
  unparsable: 'no se puede leer: le faltan comillas o alguna parte. Escríbelo otra vez como un solo comando.',
  operator: 'junta varios comandos, o usa otras partes del shell.',
  redirect: 'lee o escribe archivos con una redirección.',
  expansion: 'el shell cambiaría partes antes de ejecutarlo.',
  assignment: 'define variables del shell.',
  'hidden-characters': 'lleva caracteres que no se ven.',
  'look-alike': 'lleva caracteres que se confunden con otros.',
  'several-lines': 'ocupa varias líneas.',
  uncovered: 'lleva texto que no es de ningún comando.',
  undecided: 'algo impidió revisarlo.',
  'protected-file': 'ese archivo decide qué ejecutan otros programas. Antes de cambiarlo siempre pregunto.',
  'edits-ask': 'pediste ver cada cambio antes.',
  'foreign-changes': 'esos archivos tienen cambios que no son de esta tarea.',
  'push-force': 'es un push con force: ahí se pueden perder commits.',
  'push-default-branch': 'es un push a la rama principal.',
  'push-own-branch': 'es un push de la rama de esta tarea.',
  'push-foreign-branch': 'es un push de una rama que no es de esta tarea.',
  fetch: 'usa la red para traer los cambios de ese remoto.',
  'forward-foreign-branch': 'avanza una rama que no es de esta tarea hasta la otra.',
  'merge-foreign-branch': 'hace merge de la otra rama en una que no es de esta tarea.',
  'rebase-foreign-branch': 'reescribe los commits de una rama que no es de esta tarea.',
  'rebase-pushed':
    'sus commits ya están en el remoto. Después de un rebase, el próximo push necesita force. Si dices que no, hago un merge.',
  'finish-foreign-merge': 'termina con un commit el merge o rebase de una rama que no es de esta tarea.',
  'abort-foreign-merge': 'descarta el merge o rebase de una rama que no es de esta tarea.',
  'abort-edits': 'también se pierde lo que cambió mientras tanto en esos archivos.',
  'stash-foreign': 'hay cambios que no son de esta tarea. Vuelven antes de que termine.',
  'pull-request': 'abre un pull request.',
  'switch-workspace': 'lo que empieces después en este chat trabajaría ahí.',
  'web-fetch': 'lee de ese sitio, que ve esta dirección.',
  'web-search': 'estas palabras se envían al buscador.',
  'undo-in-words': 'Lo dijiste con tus palabras: confirmo que es esta tarea.',
  'undo-revert': 'estos commits no se podían quitar sin más.',
};

export const sandboxTexts: typeof englishSandbox = {
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
