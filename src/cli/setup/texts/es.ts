import type { setupTexts as English } from './en.ts';

export const setupTexts: typeof English = {
  needsTerminal: (file) =>
    `wasap setup hace preguntas, así que necesita una terminal. Sin ella: escribe ${file} (mira .env.example) y después ejecuta wasap pair --json y wasap doctor.`,
  intro: 'wasap setup · puesta en marcha',
  where: (file) =>
    `Seis pasos cortos. Las respuestas se guardan en\n${file}.\nElige con ↑ ↓ y Enter. Cada paso se puede saltar y repetir; Ctrl-C conserva lo terminado.`,
  wrongSettings: (why) => `Algunos ajustes no se pueden usar ahora; estos pasos pueden corregirlos.\n${why}`,
  overridden: (name) => `${name} también está en el entorno, que manda sobre el archivo.`,
  saved: (name) => `Guardado: ${name}.`,
  skip: 'Saltar este paso',
  stopped: 'Detenido. Lo terminado queda guardado; wasap setup sigue cuando quieras.',
  done: 'Listo. Arráncalo con: wasap start. Revísalo con: wasap doctor.',
  key: {
    question: '1/6  Clave de la API de Anthropic',
    keep: 'Dejar la que hay',
    enter: 'Escribir una clave',
    enterHint: 'de console.anthropic.com, Settings, API keys',
    prompt: 'La clave (no se muestra)',
    wrong: 'Una clave no lleva espacios y tiene al menos 8 caracteres.',
    checking: 'Le pido una palabra al modelo…',
    works: (model) => `La clave funciona: ${model} responde.`,
    refused: (detail) => `Esta clave no se acepta: ${detail}`,
    unsure: (detail) => `No se pudo probar la clave: ${detail}`,
    after: '¿Y ahora?',
    again: 'Escribir otra clave',
    keepAnyway: 'Dejar esta de todos modos',
  },
  project: {
    question: '2/6  Proyecto en el que trabajo',
    change: 'Elegir otra carpeta',
    prompt: 'Carpeta del proyecto',
    missing: 'Esa carpeta no existe.',
    own: 'Ahí guardo mis propias cosas. Elige la carpeta de un proyecto.',
    several:
      '¿Más de uno? Pon en .env PROJECTS_ROOT con la carpeta que los contiene; /proyecto elige entonces.',
    noGit: 'Todavía no es un repositorio git. Ejecuta git init ahí antes de que haga un commit.',
  },
  people: {
    question: '3/6  Quién puede hablarme por WhatsApp',
    nobody: 'nadie todavía',
    change: 'Cambiar la lista',
    prompt: 'Números de teléfono con código de país, separados por comas',
    hint: 'como +34 600 111 222, +54 9 11 5555 0001',
    wrong: (entry) => `«${entry}» no es un número con código de país, como +34 600 111 222.`,
    owners:
      'Son dueños y pueden todo. A otros los dejas entrar después, con menos: wasap people invite.\nSi vinculas tu propio número, ponlo en la lista: entonces hablas conmigo en el chat contigo mismo.',
    none: 'No hay nadie en la lista: por WhatsApp no le respondo a nadie.',
  },
  writes: {
    explained:
      'Con permiso de escritura edito archivos, ejecuto comandos y hago commits en el proyecto; lo arriesgado, lo que usa la red o sale del proyecto te lo pregunto antes.\nSin él solo leo y respondo.',
    question: '4/6  ¿Puedo cambiar cosas en el proyecto?',
    yes: 'Sí, y pregúntame antes de lo arriesgado',
    no: 'No, solo leer',
    now: 'como está ahora',
  },
  sandbox: '5/6  Los comandos corren aislados donde se puede.',
  phone: {
    question: '6/6  Vincular WhatsApp',
    linked: (number) => `Hay un teléfono vinculado (+${number}).`,
    keep: 'Dejarlo',
    another: 'Vincular otro teléfono',
    qr: 'Escanear un código QR con el teléfono',
    qrTooLarge: 'esta ventana es muy chica para verlo',
    code: 'Escribir un código en el teléfono',
    prompt: 'Número del teléfono, con código de país',
    consoleOnly:
      'CHANNELS solo nombra la consola, así que WhatsApp no se usa. Quítalo de los ajustes para usarlo.',
  },
  test: {
    question: '¿Lo probamos con un mensaje de verdad?',
    yes: 'Sí',
    write: (own, owners) =>
      `Ahora escribe una palabra por WhatsApp desde ${owners} a +${own}. Espero tres minutos; Ctrl-C termina la espera.`,
    writeToSelf: (own) =>
      `Ahora escríbete una palabra a ti mismo por WhatsApp, en el chat de +${own} consigo mismo. Espero tres minutos; Ctrl-C termina la espera.`,
    hello: '✅ Te leo y puedo responderte. Todo listo: arráncame con wasap start y escribe /help.',
    received: (phone, words) => `+${phone} escribió «${words}», y mi respuesta llegó.`,
    notSent: (why) => `El mensaje llegó, pero mi respuesta no salió: ${why}`,
    nothing: 'No llegó ningún mensaje. ¿El número de la lista es el que usaste? wasap doctor dice más.',
    noLink: (why) => `No hubo conexión con WhatsApp: ${why}`,
    running: 'El programa ya está en marcha: escríbele /doctor por WhatsApp y te responde.',
    nobody: 'No hay nadie en la lista del paso 3, así que no hay a quién escuchar.',
  },
};
