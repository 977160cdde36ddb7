import type { english } from './en.ts';

export const spanish: typeof english = {
  kept: (place) => `📝 Apuntado en ${place}:`,
  applies:
    'Vale para lo que empiece a partir de ahora; lo que está en marcha sigue con lo que tenía.\n/recuerda deshacer lo retira durante 10 minutos.',
  undone: (place) => `↩️ Retirado de ${place}:`,
  which: (text) =>
    `¿Es sobre ti, o sobre el proyecto y sus herramientas? Todavía no he apuntado nada.\n/recuerda yo: ${text}\n/recuerda herramientas: ${text}`,
  notInGroup:
    'Lo que apunto sobre ti queda entre nosotros: dímelo en nuestro propio chat. Sobre el proyecto y sus herramientas: /recuerda herramientas: <texto>',
  undo: {
    none: 'No hay nada que retirar: desde este chat no se apuntó nada, o ya se retiró todo.',
    late: (place) => `De eso hace más de 10 minutos, así que no toco ${place}. Quita tú la línea:`,
    changed: (place) =>
      `Alguien cambió ${place} desde entonces. Lo dejo como está. Si la línea sigue ahí, quítala tú:`,
  },
  faults: {
    empty: 'No hay ninguna línea que apuntar.',
    lines: 'Una línea cada vez. Si hacen falta más, escríbelas tú en el archivo.',
    hidden: 'La línea lleva caracteres que no se ven. Escríbela sin ellos.',
    markup:
      'Escribe una frase normal, que no empiece con un título, una cita, una tabla, una etiqueta ni el nombre de quien habla.',
    authority:
      'Suena a permiso, o a orden de dejar de lado reglas o preguntas. Estos archivos no pueden hacer eso: lo que se ejecuta lo deciden los ajustes y tus respuestas. Di qué prefieres.',
    secret: 'Lleva algo que parece una contraseña, una clave o un token. Ahí no va: lo leería cada tarea.',
  },
  tooLong: (length, most) =>
    `La línea tiene ${length} caracteres; apunto ${most} como mucho. Dilo más corto o ponlo tú en el archivo.`,
  known: (place, line) => `Ya está: ${place}, línea ${line}.`,
  full: (place, length, most) => `${place} tendría ${length} caracteres; se leen ${most}.`,
  makeRoom: (line, text) => `Quita antes una línea, por ejemplo la ${line}: ${text}`,
  linked: (place) =>
    `${place} es un enlace, y no escribo a través de enlaces. Pon ahí el texto mismo, o añade tú la línea.`,
  unusable: (place, why) => `${place} no se puede usar: ${why}`,
  moved: (place) => `${place} cambió en este mismo momento. No escribí nada; inténtalo otra vez.`,
  unwritable: (place, why) =>
    `No se pudo escribir ${place} (${why}). Mira los permisos de la carpeta y el espacio en el disco.`,
};
