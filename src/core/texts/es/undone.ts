import type { undoneTexts as english } from '../en/undone.ts';

export const undoneTexts: typeof english = {
  restored: (files) => `📄 Restaurados: ${files}`,
  removed: (files) => `🗑️ Quitados de nuevo: ${files}`,
  merged: (files) => `🔀 Deshechos respetando lo que cambiaste después: ${files}`,
  dropped: (commits) => `💾 Commits retirados: ${commits}`,
  abandoned: (kind) => `🔀 El ${kind} a medias queda descartado.`,
  branchRemoved: (branch) => `🌿 Rama eliminada: ${branch}`,
  kept: {
    edited: (files) => `✋ Han cambiado después, así que no los toqué: ${files}`,
    large: (files) => `✋ Pasan de 2 MB y no tenía copia: ${files}`,
    ignored: (files) => `✋ Quizá ya estaban ahí, ignorados por git, así que no los quité: ${files}`,
    blocked: (files) => `✋ Hay otra cosa en su lugar, o no puedo escribir ahí: ${files}`,
  },
  commitsKept: {
    pushed: (commits) => `📌 Ya están subidos, así que estos commits se quedan: ${commits}`,
    moved: (commits) =>
      `📌 Hay algo más encima o la rama cambió, así que estos commits se quedan: ${commits}`,
    mixed: (commits) =>
      `📌 Hay commits de otros en medio, así que estos se quedan: ${commits}\ngit revert deshace cada uno.`,
    unfinished: (commits) =>
      `📌 Hay un merge o un rebase a medias, así que estos commits se quedan: ${commits}\nTermínalo o abórtalo y usa git revert.`,
  },
  unknownSteps: (count) =>
    `⚠️ De ${count === 1 ? 'un paso' : `${count} pasos`} no pude guardar el estado anterior; lo que cambió ahí se queda.`,
};
