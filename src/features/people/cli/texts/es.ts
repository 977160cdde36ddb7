import type { peopleCommandTexts as english } from './en.ts';

/** `wasap people`. */
export const peopleCommandTexts: typeof english = {
  nobody:
    'Todavía nadie puede escribirme por WhatsApp.\nPon ALLOWED_PHONE_NUMBERS, o ejecuta: wasap people invite',
  role: { owner: 'dueño', member: 'miembro', reader: 'lector' },
  everyProject: 'todos los proyectos',
  from: { settings: 'ajustes', invitation: 'invitación' },
  needsProject: 'Un miembro necesita proyectos: no invité a nadie.\nAgrega: --project <carpeta>',
  code: (digits) => `Código: ${digits}`,
  becomes: {
    owner: 'Quien me lo mande en un chat directo pasa a ser dueño.',
    member: 'Quien me lo mande en un chat directo pasa a ser miembro.',
    reader: 'Quien me lo mande en un chat directo pasa a ser lector.',
  },
  valid: (minutes, tries) =>
    `Sirve una vez, por ${minutes} minutos.\nTras ${tries} intentos equivocados se anula. Los códigos de antes ya no sirven.`,
  notInvited: (number) =>
    `${number} no tiene invitación. No quité a nadie.\nLa gente de los ajustes: ALLOWED_PHONE_NUMBERS, access.yaml`,
  removed: (number) => `${number} ya no puede escribirme.`,
};
