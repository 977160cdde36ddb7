import type { modelsFaults as english } from '../../en/faults/models.ts';

export const modelsFaults: typeof english = {
  'speech-format': 'SPEECH_URL no responde con Opus en Ogg. Revisa que sea una API compatible con OpenAI.',
  'no-words': 'No entendí ninguna palabra en la grabación.',
  'transcribe-format': 'TRANSCRIBE_URL no responde como una API compatible con OpenAI. Revísala.',
  'recording-unreadable': (path, why) => `No puedo leer ${path}: «${why}»`,
  'transcribe-too-much': 'TRANSCRIBE_URL respondió con demasiados datos. Revísala.',
  'transcribe-key': 'El servicio de transcripción rechaza TRANSCRIBE_KEY. Revísala.',
  'transcribe-unknown':
    'El servicio de transcripción no conoce esa dirección o ese modelo. Revisa TRANSCRIBE_URL y TRANSCRIBE_MODEL.',
  'transcribe-busy': (status) =>
    `El servicio de transcripción está ocupado o falla (HTTP ${status}). Prueba más tarde.`,
  'transcribe-rejects': (status) => `El servicio de transcripción rechaza la grabación (HTTP ${status}).`,
  'transcribe-late': (seconds) =>
    `El servicio de transcripción tardó más de ${seconds} s. Manda una grabación más corta, o prueba otra vez.`,
  'transcribe-unreachable': (why) =>
    `No puedo comunicarme con el servicio de transcripción (${why}). Revisa la red y TRANSCRIBE_URL.`,
  'speech-too-much': 'SPEECH_URL respondió con demasiados datos. Revísala.',
  'speech-key': 'El servicio de voz rechaza SPEECH_KEY. Revísala.',
  'speech-unknown':
    'El servicio de voz no conoce esa dirección o ese modelo. Revisa SPEECH_URL y SPEECH_MODEL.',
  'speech-busy': (status) => `El servicio de voz está ocupado o falla (HTTP ${status}). Prueba más tarde.`,
  'speech-rejects': (status) => `El servicio de voz rechaza el texto (HTTP ${status}).`,
  'speech-late': (seconds) => `El servicio de voz tardó más de ${seconds} s. Prueba más tarde.`,
  'speech-unreachable': (why) =>
    `No puedo comunicarme con el servicio de voz (${why}). Revisa la red y SPEECH_URL.`,
};
