import { linkReasonInSpanish } from '../../../core/texts/es/english-sentences.ts';
import type { setupTexts as English } from './en.ts';

export const setupTexts: typeof English = {
  needsTerminal: (file) =>
    `wasap setup hace preguntas: necesita una terminal.
No cambié nada. Sin terminal, escribe ${file} (mira .env.example).
Después ejecuta wasap pair --json y revisa con: wasap doctor`,
  intro: 'wasap setup · configuración',
  where: (file) =>
    `Seis pasos cortos. Tus respuestas se guardan en\n${file}.\nElige con ↑ ↓ y Enter. Puedes saltar o repetir cualquier paso; Ctrl-C conserva lo hecho.`,
  wrongSettings: (why) => `Hay ajustes con errores; estos pasos pueden corregirlos.\n${why}`,
  overridden: (name) => `${name} también está en el entorno, y ese valor gana.`,
  saved: (name) => `Guardado: ${name}.`,
  skip: 'Saltar este paso',
  stopped: 'Detenido. Lo hecho queda guardado. Para seguir: wasap setup',
  done: `Listo. Para arrancarme: wasap start
Para revisar todo: wasap doctor`,
  doneAndStarts: 'Listo. Arranco ahora.',
  firstTask: {
    question: `Para probarme, pregunta:
¿Cómo está armado este proyecto?`,
    task: (task) => `Una primera tarea para este proyecto:\n/agente ${task}`,
    addTests: (path) => `escribe pruebas para ${path}`,
    todo: (place, says) => `resuelve el TODO de ${place} (${says})`,
    addReadme: 'escribe un README corto',
    runTests: (command) => `ejecuta ${command} y arregla lo que falle`,
  },
  key: {
    question: '1/6  Clave de la API de Anthropic',
    keep: 'Dejar la que hay',
    enter: 'Escribir una clave',
    enterForServer: 'Escribir una clave para mi propio servidor',
    anthropic: 'Volver a Anthropic con una clave',
    enterHint: 'de console.anthropic.com, Settings, API keys',
    prompt: 'La clave (no se ve al escribir)',
    wrong: 'Una clave tiene al menos 8 caracteres y ningún espacio.',
    checking: 'Hago una prueba con una palabra…',
    works: (model) => `La clave funciona: ${model} respondió.`,
    refused: (detail) => `La API rechazó esta clave: «${detail}»`,
    unsure: (detail) => `No pude probar la clave: «${detail}»`,
    after: '¿Y ahora?',
    again: 'Escribir otra clave',
    keepAnyway: 'Dejar esta de todos modos',
    server: 'Usar mi propio servidor',
    serverHint: 'http://127.0.0.1:8080, si habla la Messages API',
    serverPrompt: 'Dirección del servidor',
    serverWrong: 'Escribe una dirección https://, o http:// de esta máquina.',
    serverWorks: (model) => `Tu servidor responde: ${model}.`,
    serverNeedsKey: 'Ese servidor pide una clave.\nRepite este paso y escribe una.',
    serverUnsure: (detail) => `No pude probar tu servidor: «${detail}»`,
  },
  project: {
    question: '2/6  Proyecto en el que trabajo',
    change: 'Elegir otra carpeta',
    prompt: 'Carpeta del proyecto',
    missing: 'Esa carpeta no existe.',
    own: 'Ahí guardo mis archivos. Elige la carpeta de un proyecto.',
    several: `¿Varios? Pon en .env PROJECTS_ROOT con su carpeta.
Después eliges uno en el chat: /proyecto`,
    noGit: 'Aún no es un repositorio git. Antes de un commit: git init',
    broad: `En esa carpeta están todos tus archivos, no un proyecto.
Con permiso de escritura preguntaría en cada arranque.`,
  },
  people: {
    question: '3/6  Quién puede escribirme por WhatsApp',
    nobody: 'nadie todavía',
    change: 'Cambiar la lista',
    prompt: 'Números con código de país, separados por comas',
    hint: 'por ejemplo +34 600 111 222, +54 9 11 5555 0001',
    wrong: (entry) => `«${entry}» no es un número completo, como +34 600 111 222.`,
    owners: `Son dueños y pueden todo.
Para invitar a otros después, con menos permisos: wasap people invite
Si vinculas tu propio número, ponlo en la lista: hablas conmigo en el chat contigo mismo.`,
    none: 'La lista está vacía: por WhatsApp no le respondo a nadie.',
  },
  writes: {
    explained: `Con permiso edito archivos, corro comandos y hago commits.
Te pregunto antes de lo arriesgado, de usar la red o de salir del proyecto.
Si no, solo leo y respondo.`,
    question: '4/6  ¿Puedo cambiar cosas en el proyecto?',
    yes: 'Sí, y pregúntame antes de lo arriesgado',
    no: 'No, solo leer',
    now: 'así está ahora',
  },
  sandbox: '5/6  Corro los comandos en un sandbox, si lo hay.',
  compound: (file) => `Pregunto por líneas como npm test | tail -30.
Con sandbox recomiendo que corran si cada comando suelto puede.
Para eso, escribe en ${file}: policy: { compound: each-part }`,
  phone: {
    question: '6/6  Vincular WhatsApp',
    linked: (number) => `vinculado con +${number}`,
    keep: 'Dejarlo',
    another: 'Vincular otro teléfono',
    qr: 'Escanear un código QR con el teléfono',
    qrTooLarge: 'esta ventana es muy chica para verlo',
    code: 'Escribir un código en el teléfono',
    prompt: 'Número del teléfono, con código de país',
    consoleOnly: `WhatsApp está apagado: CHANNELS solo nombra la consola.
Para usarlo, quita CHANNELS de los ajustes.`,
  },
  test: {
    question: '¿Lo probamos con un mensaje de verdad?',
    yes: 'Sí',
    write: (own, owners) =>
      `Escribe una palabra por WhatsApp desde ${owners} a +${own}.\nEspero tres minutos; Ctrl-C deja de esperar.`,
    writeToSelf: (own) =>
      `Escríbete una palabra por WhatsApp (el chat de +${own}).\nEspero tres minutos; Ctrl-C deja de esperar.`,
    hello: `✅ Funciona: te leo y me lees.
Arráncame con wasap start y escribe: /ayuda`,
    received: (phone, words) => `+${phone} escribió «${words}» y recibió mi respuesta.`,
    notSent: (why) => `Tu mensaje llegó, pero mi respuesta no salió: ${why}`,
    nothing: `No llegó nada. ¿Escribiste desde un número de la lista?
Para saber más: wasap doctor`,
    noLink: (why) => `No pude conectarme a WhatsApp: ${linkReasonInSpanish(why)}`,
    running: 'Ya estoy en marcha. Escríbeme por WhatsApp: /diagnostico',
    nobody: 'La lista del paso 3 está vacía: no hay a quién escuchar.',
  },
};
