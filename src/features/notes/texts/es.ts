import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    remember: {
      usage: '/recuerda [herramientas:] <texto>',
      summary: 'anota algo',
      ask: '¿Qué recuerdo? Por ejemplo:\n/recuerda que prefiero pytest',
      more: 'Para dueños. Lo tuyo va a USER.md y lo del proyecto a TOOLS.md.\nLas tareas leen los dos al empezar. Las preguntas sueltas leen solo USER.md.\n/recuerda herramientas: las pruebas corren con make check\n/recuerda deshacer - quita la última línea, durante 10 minutos\nO dímelo sin más: recuerda que prefiero pytest.',
    },
  },
  kept: (place) => `📝 Guardado en ${place}:`,
  applies:
    'Vale para las tareas nuevas; las que corren siguen igual.\nPara retirarlo en los próximos 10 minutos: /recuerda deshacer',
  undone: (place) => `↩️ Quitado de ${place}:`,
  which: (text) =>
    `¿Es sobre ti, o sobre el proyecto?\nTodavía no guardé nada. Manda una de estas:\n/recuerda yo: ${text}\n/recuerda herramientas: ${text}`,
  notInGroup:
    'Lo que anoto sobre ti queda en nuestro chat. Dímelo ahí.\nSobre el proyecto y sus herramientas: /recuerda herramientas: <texto>',
  undo: {
    none: 'No hay nada que retirar: no queda ninguna nota de este chat.\nPara guardar una: /recuerda que prefiero pytest',
    late: (place) => `De eso hace más de 10 minutos, así que no toqué ${place}.\nQuita tú la línea:`,
    changed: (place) =>
      `${place} cambió desde entonces, así que no lo toqué.\nSi la línea sigue ahí, quítala tú:`,
  },
  faults: {
    empty: 'No hay nada que guardar.\nPor ejemplo: /recuerda que prefiero pytest',
    lines: 'Guardo una línea a la vez.\nSi son más, escríbelas tú en el archivo.',
    hidden: 'La línea tiene caracteres que no se ven.\nEscríbela sin ellos.',
    markup:
      'Escribe una frase normal.\nNo puede empezar con un título, una cita, una tabla, una etiqueta ni el nombre de quien habla.',
    authority:
      'No puedo guardar eso: suena a permiso o a orden.\nLo que corre lo deciden solo los ajustes y tus respuestas. Mejor di qué prefieres.',
    secret:
      'No puedo guardar eso: parece una contraseña, clave o token.\nEso no va ahí, porque lo leería cada tarea.',
  },
  tooLong: (length, most) =>
    `La línea tiene ${length} caracteres; el máximo es ${most}.\nAcórtala, o ponla tú en el archivo.`,
  known: (place, line) => `Ya está guardado: ${place}, línea ${line}.`,
  full: (place, length, most) => `${place} tendría ${length} caracteres; el máximo es ${most}.`,
  makeRoom: (line, text) => `Quita antes una línea, por ejemplo la ${line}: ${text}`,
  linked: (place) =>
    `${place} es un enlace, y no escribo a través de enlaces.\nPon ahí el archivo mismo, o agrega tú la línea.`,
  unusable: (place, why) => `No puedo usar ${place}: ${why}`,
  moved: (place) => `${place} acaba de cambiar, así que no escribí nada.\nInténtalo otra vez.`,
  unwritable: (place, why) =>
    `No pude escribir ${place} (${why}).\nRevisa los permisos de la carpeta y el espacio en disco.`,
  left: (lines) =>
    `📝 Algunas notas se quedaron en la otra máquina:\n${lines}\nNo las escribió alguien dueño de esta, o su archivo está lleno. Para guardar una aquí, alguien dueño envía: /recuerda <nota>`,
};
