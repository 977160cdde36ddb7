import type { commandTexts as English } from '../en/commands.ts';

export const commandTexts: typeof English = {
  agent: {
    usage: '/agente <tarea>',
    summary: 'empieza una tarea',
    first: '🚀 Pide algo: /agente arregla el login',
    ask: '¿Qué hago? Por ejemplo:\n/agente falla el test de login, arréglalo y haz commit',
    more: 'Ejemplo: /agente falla el test de login, arréglalo y haz commit\nEscríbeme mientras trabajo: lo leo al terminar el paso en el que estoy.\nUna segunda tarea empieza enseguida en su propia rama, como #2. Para hablarle: #2 usa yarn, o responde a uno de sus mensajes.\n/agente --modelo <nombre> <tarea> usa otro modelo en ella: /modelo los muestra.',
  },
  'agent?': {
    usage: '/agente? <tarea>',
    summary: 'pruébala en una copia',
    ask: '¿Qué pruebo? Por ejemplo:\n/agente? lleva el login a su propio módulo',
    more: 'Te muestro el plan, los cambios y el resultado de las pruebas. Tu proyecto no cambia hasta que digas "aplicar".\nEjemplo: /agente? lleva el login a su propio módulo',
  },
  queue: {
    usage: '/cola <tarea>',
    summary: 'déjala para después',
    ask: '¿Qué hago después? Por ejemplo:\n/cola actualiza la documentación',
    more: 'Empieza en el proyecto mismo cuando termina la tarea actual.\n/agente la empezaría enseguida, en su propia rama.\nEjemplo: /cola actualiza la documentación',
  },
  'agent-resume': {
    usage: '/continuar [#n] [+1] [pista]',
    summary: 'sigue con una tarea',
    more: 'Sin nada más, sigue con la última tarea que se detuvo.\n/continuar #2 agrega pruebas - sigue con la tarea 2, aunque esté lista\n/continuar +1 - permite un dólar más\n/continuar deja la documentación - sigue con esa pista\nUn id de /tareas sirve igual que un número.',
  },
  cancel: {
    usage: '/cancelar [#n | todas]',
    summary: 'detén una tarea',
    first: '🛑 Detenme: para',
    more: 'Los archivos quedan como están. /continuar sigue después.\nTambién sirve "para", "detente" o "basta" sin más. Y "para la 2", "para todo".',
  },
  undo: {
    usage: '/deshacer [#n]',
    summary: 'deshaz una tarea',
    first: '↩️ Deshaz una tarea: /deshacer',
    more: 'Sin número, es la última tarea que cambió algo.\nSus commits se quitan si no se subieron. Lo que editaste tú después se queda.\nReaccionar con ↩️ a un informe hace lo mismo.\nNo se puede rehacer: otro /deshacer solo quita lo que cambió desde entonces.',
  },
  rewind: {
    usage: '/rebobinar [#n] [ronda] [pista]',
    summary: 'vuelve a una ronda',
    more: 'Archivos, conversación y plan vuelven a esa ronda. La tarea sigue con tu pista.\nSin nada más, muestra las rondas y pregunta cuál.\n/rebobinar 3 usa un mapa\n/rebobinar #2 "antes del refactor" deja los nombres de antes\nLo que editaste tú después se queda. Los commits ya subidos también, y te digo cuáles.',
  },
  fork: {
    usage: '/bifurcar [#n] [ronda] <idea>',
    summary: 'prueba otro camino',
    more: 'Empieza una tarea nueva en su propia rama, con la conversación y los archivos de esa ronda. La primera no cambia.\nEjemplo: /bifurcar #2 3 usa sqlite',
  },
  diff: {
    usage: '/cambios [#n]',
    summary: 'mira qué cambió',
    more: 'Sirve mientras la tarea trabaja y también después, con commits o sin ellos.\nDe los archivos que pueden tener secretos solo digo el nombre.',
  },
  apply: {
    usage: '/aplicar [#n]',
    summary: 'aplica un ensayo',
    more: 'Sus cambios pasan a tu proyecto tal como los viste.\nSolo se puede si el proyecto sigue como cuando empezó el ensayo. /deshacer lo revierte.',
  },
  merge: {
    usage: '/fusionar [#n]',
    summary: 'fusiona su rama',
    more: 'Antes hago commit de lo que la tarea dejó pendiente.\nSi hay conflictos, te digo cuáles y no toco nada. /deshacer revierte la fusión.',
  },
  pr: {
    usage: '/subir [#n]',
    summary: 'abre un pull request',
    more: 'Hago push de la rama de la tarea, abro el pull request y lo sigo.\nNecesita GITHUB_TOKEN y GITHUB_REPO.',
  },
  keep: {
    usage: '/guardar [#n]',
    summary: 'guarda la rama',
    more: 'Quito la copia de la tarea y dejo su rama. Antes hago commit de lo que quedó pendiente.\n/continuar sigue con ella después.',
  },
  discard: {
    usage: '/descartar [#n]',
    summary: 'descarta rama o ensayo',
    more: 'Tu proyecto queda como está.\nSi la rama tiene commits, te digo el último: git lo encuentra por un tiempo.',
  },
  workspace: {
    usage: '/proyecto [cambiar <nombre> | info | agregar <url>]',
    summary: 'el proyecto de este chat',
    more: '/proyecto cambiar tienda - tus próximas tareas van ahí, las que corren no se mueven\n/proyecto info [nombre] - rama, cambios, último commit\n/proyecto agregar <url de git> [nombre] - clónalo en PROJECTS_ROOT sin ejecutar nada\n/proyecto agregar <nombre> - empieza uno vacío\n/proyecto cancelar - deja de agregarlo',
  },
  secretary: {
    usage: '/secretaria <pedido>',
    summary: 'busca un especialista',
    more: 'Ejemplo: /secretaria revisa si el login tiene agujeros\nTe digo quién sirve y por qué. Nada empieza hasta que elijas.\n/secretaria modo - cómo trabaja aquí\n/secretaria modo manual | aware | proactive - cámbialo',
  },
  sessions: {
    usage: '/tareas',
    summary: 'las últimas tareas',
    more: 'Cada línea trae el número (#2) o el id que usan /continuar y /cancelar.',
  },
  remember: {
    usage: '/recuerda [herramientas:] <texto>',
    summary: 'anota algo',
    ask: '¿Qué recuerdo? Por ejemplo:\n/recuerda que prefiero pytest',
    more: 'Para dueños. Lo tuyo va a USER.md y lo del proyecto a TOOLS.md.\nLas tareas leen los dos al empezar. Las preguntas sueltas leen solo USER.md.\n/recuerda herramientas: las pruebas corren con make check\n/recuerda deshacer - quita la última línea, durante 10 minutos\nO dímelo sin más: recuerda que prefiero pytest.',
  },
  context: {
    usage: '/contexto [#n]',
    summary: 'cómo va mi memoria',
    more: 'Muestra qué ocupa la memoria de una tarea, en tokens: lo que el modelo lee y cobra.',
  },
  compact: {
    usage: '/compactar [#n] [qué conservar]',
    summary: 'resume lo anterior',
    more: 'Se conserva palabra por palabra: la tarea, tus mensajes, el plan, los archivos cambiados, las pruebas que fallan. El registro queda completo.\n/compactar conserva el diseño de la base de datos - dile al resumen qué importa\nTambién sirve cuando nada corre. Una tarea larga lo hace sola.',
  },
  status: {
    usage: '/estado',
    summary: 'qué corre y el costo de hoy',
    first: '👀 Mira cómo va: estado',
    more: 'También te dice cómo dejarme cambiar archivos, si aún no puedo.\n"estado" sin más también sirve.',
  },
  policy: {
    usage: '/politica [revocar <n | todo>]',
    summary: 'qué corre sin preguntar',
    more: 'Lo decides al responder una pregunta: una vez, en esta tarea, o siempre aquí.\n/politica revocar 3 - quita el número 3 al momento, también a una tarea en marcha',
  },
  help: {
    usage: '/ayuda [tema | comando]',
    summary: 'esta ayuda',
    more: '/ayuda tareas muestra un tema, /ayuda fusionar un comando.\n"ayuda" o "ayuda tareas" sin más también sirven. O pregúntame: ¿cómo deshago?\nCada comando se puede escribir en español o en inglés.',
  },
  approve: {
    usage: '/aprobar <código> [sesión | siempre]',
    summary: 'permite lo que pido',
    first: '❓ Lo riesgoso lo pregunto: di sí o no',
    more: '/aprobar k7x sesión - para esta tarea\n/aprobar k7x siempre - para siempre, si la pregunta lo ofrece\nEl código está debajo de la pregunta. Si hay una sola, basta "sí" o "1".',
  },
  reject: {
    usage: '/rechazar <código> [por qué]',
    summary: 'di que no',
    more: 'El código está debajo de la pregunta. Tu motivo me ayuda a buscar otro camino.',
  },
};
