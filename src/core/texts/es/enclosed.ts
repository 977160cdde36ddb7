import type { enclosedTexts as English } from '../en/enclosed.ts';

export const enclosedTexts: typeof English = {
  heard: (words) => `🎙️ Entendí: ${words}`,
  saved: (path) => `📎 Guardé tu archivo en ${path}; git no lo ve.`,
  savedReadOnly: (path) =>
    `📎 Guardé tu archivo en ${path}; git no lo ve.\nAquí no puedo cambiar archivos, pero este es tuyo.`,
  wordless: {
    image: '(una foto sin texto)',
    document: '(un archivo sin texto)',
    forwarded: '(un mensaje reenviado)',
  },
  otherKind: 'No puedo usar este tipo de mensaje.\nMándame texto, una foto, un archivo o una nota de voz.',
  missing: (what, why) => `⚠️ No pude usar tu ${what}: ${why}`,
  what: { image: 'foto', document: 'archivo', voice: 'nota de voz' },
  why: {
    'too-large': (limit) => `pesa más de ${limit} MB. Manda algo más chico.`,
    day: (limit) => `hoy ya mandaste ${limit} MB, mi límite. Prueba mañana.`,
    'image-size': () =>
      'es demasiado grande.\nEl modelo admite hasta 3.7 MB y 8000 píxeles por lado. Manda una más chica.',
    'not-an-image': () => 'no es JPEG, PNG, GIF ni WebP.\nMándala en uno de esos formatos.',
    'no-vision': () =>
      'que yo sepa, mi modelo no ve fotos.\nDescríbela con palabras, o define `vision` en agent.yaml.',
    'no-transcriber': () =>
      'no estoy configurado para entender voz.\nEscríbelo, o define TRANSCRIBE_URL donde corro (ver .env.example).',
    'not-yours': () => 'no puedes mandarlo a este proyecto.\nUn dueño puede cambiarlo en access.yaml.',
    gone: () => 'ya no está en el servidor ni en tu teléfono.\nMándalo otra vez.',
    unreachable: () => 'no pude descargarlo. Mándalo otra vez en un rato.',
    damaged: () => 'llegó dañado. Mándalo otra vez.',
    'no-folder': () =>
      'no pude escribir en .wasap/inbox del proyecto.\nEl log dice por qué. Esa carpeta no puede ser un enlace.',
    'no-words': () => 'no oí palabras en ella.',
    'not-understood': () => 'falló la transcripción.\nEscríbelo, o mándala otra vez. El log dice por qué.',
  },
};
