import type { commandTexts as English } from '../en/commands.ts';

export const commandTexts: typeof English = {
  agent: {
    usage: '/agente <tarea>',
    summary: 'dame una tarea; solo: cómo va (también /agent)',
    ask: '¿Qué hago? Por ejemplo: /agente falla el test de login, arréglalo y haz commit',
    more: 'Ejemplo: /agente falla el test de login, arréglalo y haz commit\nEscríbeme mientras trabajo y lo tengo en cuenta.\nUna segunda tarea empieza en el acto, en una rama propia, como #2. Di a cuál te refieres: #2 usa yarn, o responde a un mensaje sobre ella.',
  },
  'agent?': {
    usage: '/agente? <tarea>',
    summary: 'ensayar una tarea en una copia: plan, cambios, pruebas',
    ask: '¿Qué ensayo? Por ejemplo: /agente? lleva el login a su propio módulo',
    more: 'Tu proyecto se queda como está hasta que digas "aplicar". Ejemplo: /agente? lleva el login a su propio módulo',
  },
  queue: {
    usage: '/cola <tarea>',
    summary: 'dame una tarea para después de la que corre',
    ask: '¿Qué hago después? Por ejemplo: /cola actualiza la documentación',
    more: 'Trabaja en el proyecto mismo, así que espera a que esté libre. /agente empezaría en el acto, en una rama propia.',
  },
  'agent-resume': {
    usage: '/continuar [#n | id] [+dólares] [algo más]',
    summary: 'seguir con una tarea detenida',
    more: 'A secas es la última que se detuvo; una terminada sigue si la nombras: /continuar #2 añade pruebas\n/continuar +1 permite un dólar más.\n/continuar deja la documentación sigue con esa indicación (también /agent-resume).',
  },
  cancel: {
    usage: '/cancelar [#n | id | todas]',
    summary: 'detener lo que hago; también "para" a secas',
    more: 'Los archivos quedan como están en ese momento. /continuar sigue desde ahí.\nTambién a secas: para, detente, basta, stop, cancel.',
  },
  undo: {
    usage: '/deshacer [#n | id]',
    summary: 'deshacer todo lo que una tarea hizo en los archivos',
    more: 'Sin número ni id es la última tarea que cambió algo. Los commits sin subir se retiran; lo que cambiaste tú después se queda.\nReaccionar con ↩️ al informe de una tarea hace lo mismo. Lo deshecho queda deshecho: otro /deshacer solo deshace lo que vino después.',
  },
  rewind: {
    usage: '/rebobinar [#n] [ronda] [qué]',
    summary: 'llevar una tarea a una ronda anterior',
    more: 'Archivos, conversación y plan quedan como estaban, y la tarea sigue con tus palabras. Solo, muestra las rondas y pregunta cuál.\n/rebobinar 3 usa un mapa · /rebobinar #2 "antes del refactor" deja los nombres de antes\nLo que cambiaste tú después se queda. Los commits ya subidos se quedan y los nombro.',
  },
  fork: {
    usage: '/bifurcar [#n] [ronda] <qué probar>',
    summary: 'probar otro camino junto a una tarea',
    more: 'Una tarea nueva en una rama propia, con la conversación y los archivos de esa ronda; la otra sigue como está.\n/bifurcar #2 3 usa sqlite',
  },
  diff: {
    usage: '/cambios [#n | id]',
    summary: 'qué ha cambiado una tarea hasta ahora',
    more: 'Mientras trabaja y también después, con commit o sin él. De los archivos que pueden guardar secretos solo digo el nombre.',
  },
  apply: {
    usage: '/aplicar [#n]',
    summary: 'llevar un ensayo al proyecto, exactamente (también /apply)',
    more: 'Solo mientras el proyecto esté como cuando empezó el ensayo. /deshacer lo revierte.',
  },
  merge: {
    usage: '/fusionar [#n]',
    summary: 'fusionar la rama de una tarea terminada (también /merge)',
    more: 'Antes se hace commit de lo que la tarea dejó sin confirmar. Si hay conflictos, se nombran y no se toca nada. /deshacer lo revierte.',
  },
  pr: {
    usage: '/subir [#n]',
    summary: 'subir la rama de una tarea y abrir un pull request (/pr)',
    more: 'Necesita GITHUB_TOKEN y GITHUB_REPO. Después sigo el pull request.',
  },
  keep: {
    usage: '/guardar [#n]',
    summary: 'guardar la rama de una tarea, sin su copia (también /keep)',
    more: 'Antes se hace commit de lo que la tarea dejó sin confirmar. /continuar sigue con ella más tarde.',
  },
  discard: {
    usage: '/descartar [#n]',
    summary: 'tirar un ensayo o una rama (también /discard)',
    more: 'Tu proyecto se queda como está. De una rama con commits nombro el último, con el que git la encuentra durante un tiempo.',
  },
  workspace: {
    usage: '/proyecto [cambiar <nombre> | info | agregar <url>]',
    summary: 'el proyecto de este chat',
    more: '/proyecto cambiar tienda: lo que empieces después trabaja ahí. Lo que corre sigue en su proyecto.\n/proyecto info [nombre]: rama, cambios, último commit (también /workspace).\n/proyecto agregar <url de git> [nombre] clona uno en PROJECTS_ROOT sin ejecutar nada de él; /proyecto agregar <nombre> empieza uno vacío; /proyecto cancelar lo deja.',
  },
  secretary: {
    usage: '/secretaria <petición>',
    summary: 'buscar un especialista; también ayuda, modo',
    more: 'Ejemplo: /secretaria revisa si el login tiene agujeros\nTe digo quién encaja y por qué, y tú eliges; antes no empieza nada.\n/secretaria modo muestra cómo trabaja aquí; /secretaria modo manual, aware o proactive lo cambia (también /secretary).',
  },
  sessions: {
    usage: '/tareas',
    summary: 'las últimas tareas de este chat (también /sessions)',
    more: 'Cada línea tiene el número (#2) o el id que usan /continuar y /cancelar.',
  },
  remember: {
    usage: '/recuerda [herramientas:] <texto>',
    summary: 'apuntar algo sobre ti o el proyecto',
    ask: '¿Qué recuerdo? Por ejemplo: /recuerda que prefiero pytest',
    more: 'Para dueños. Va a USER.md (sobre ti), que las tareas y charlas leen al empezar, o a TOOLS.md (proyecto, comandos), que leen las tareas.\n/recuerda herramientas: las pruebas se lanzan con make check\n/recuerda deshacer retira la última línea, durante 10 minutos. O dímelo sin más: recuerda que prefiero pytest.',
  },
  context: {
    usage: '/contexto [#n]',
    summary: 'cuánto llena la tarea mi memoria, y con qué',
    more: 'Se cuenta en tokens, las unidades que el modelo lee y cobra.',
  },
  compact: {
    usage: '/compactar [#n] [qué conservar]',
    summary: 'cambiar las rondas anteriores por un resumen',
    more: 'La tarea, tus mensajes, el plan, los archivos cambiados y las pruebas que fallan se conservan palabra por palabra, y del registro no se pierde nada.\n/compactar conserva el diseño de la base de datos le dice al resumen qué importa.\nTambién funciona cuando no hay nada en marcha; un contexto largo se compacta solo.',
  },
  status: {
    usage: '/estado',
    summary: 'qué está configurado, qué corre, cuánto costó hoy',
    more: 'También dice cómo dejarme cambiar archivos, si no puedo. "estado" a secas hace lo mismo.',
  },
  policy: {
    usage: '/politica [revocar <n | todo>]',
    summary: 'qué corre sin preguntar, y cómo retirarlo',
    more: 'Permites más según cómo respondes a una pregunta: en esta tarea, o siempre aquí.\n/politica revocar 3 retira el número 3; vale en el acto, también para una tarea en marcha.',
  },
  help: {
    usage: '/ayuda [comando]',
    summary: 'esta lista, o más sobre un comando (también /help)',
    more: 'Ejemplo: /ayuda continuar. "ayuda" a secas también la muestra.\nCada comando se puede escribir en español o en inglés.',
  },
  approve: {
    usage: '/aprobar <código> [sesión | siempre]',
    summary: 'decir que sí a una pregunta',
    more: '/aprobar k7x sesión vale para la tarea, /aprobar k7x siempre para siempre, donde la pregunta lo ofrece.\nEl código está debajo de la pregunta. Un "sí" o "1" a secas también vale si hay una sola.',
  },
  reject: {
    usage: '/rechazar <código> [por qué]',
    summary: 'decir que no a una pregunta',
    more: 'El código está debajo de la pregunta. El motivo me ayuda a buscar otro camino.',
  },
};
