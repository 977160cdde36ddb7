import type { enclosedTexts as English } from '../en/enclosed.ts';

export const enclosedTexts: typeof English = {
  heard: (words) => `🎙️ Entendí: ${words}`,
  saved: (path) => `📎 Tu archivo está en el proyecto, en ${path}, fuera de la vista de git.`,
  savedReadOnly: (path) =>
    `📎 Tu archivo está en el proyecto, en ${path}, fuera de la vista de git. Es tuyo, por eso lo guardé aunque no puedo escribir ahí.`,
  wordless: {
    image: '(una foto sin texto)',
    document: '(un archivo sin texto)',
    forwarded: '(un mensaje reenviado)',
  },
  otherKind: 'Con este tipo de mensaje no puedo hacer nada. Acepto texto, fotos, archivos y notas de voz.',
  missing: (what, why) => `⚠️ No pude usar tu ${what}: ${why}`,
  what: { image: 'foto', document: 'archivo', voice: 'nota de voz' },
  why: {
    'too-large': (limit) => `pesa más de ${limit} MB. Mándame algo más pequeño.`,
    day: (limit) => `hoy ya mandaste ${limit} MB, que es todo lo que descargo. Mándalo otra vez mañana.`,
    'image-size': () =>
      'es más grande de lo que admite el modelo (3,7 MB, 8000 píxeles por lado). Mándame una más pequeña.',
    'not-an-image': () => 'no es JPEG, PNG, GIF ni WebP. Mándala en uno de esos formatos.',
    'no-vision': () =>
      'que yo sepa, el modelo con el que trabajo no mira fotos (vision en agent.yaml). Descríbela con palabras.',
    'no-transcriber': () =>
      'no hay nada configurado para entender la voz. Escríbelo, o define TRANSCRIBE_URL donde corro (ver .env.example).',
    'not-yours': () => 'no puedes mandarlo a este proyecto. Un dueño puede cambiarlo en access.yaml.',
    gone: () => 'ya no está ni en el servidor ni en tu teléfono. Mándalo otra vez.',
    unreachable: () => 'no pude descargarlo. Mándalo otra vez dentro de un rato.',
    damaged: () => 'no es lo que se anunció. Mándalo otra vez.',
    'no-folder': () =>
      'no pude escribirlo en la carpeta .wasap/inbox del proyecto. El registro dice por qué; un enlace en su lugar no se sigue.',
    'no-words': () => 'no oí palabras en ella.',
    'not-understood': () =>
      'la transcripción falló; el registro dice por qué. Escríbelo, o mándala otra vez.',
  },
};
