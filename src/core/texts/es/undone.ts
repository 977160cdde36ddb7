import type { undoneTexts as english } from '../en/undone.ts';

export const undoneTexts: typeof english = {
  restored: (files) => `📄 Restauré: ${files}`,
  removed: (files) => `🗑️ Borré lo nuevo: ${files}`,
  merged: (files) => `🔀 Deshice sin tocar tus cambios de después: ${files}`,
  dropped: (commits) => `💾 Quité estos commits: ${commits}`,
  abandoned: (kind) => `🔀 Descarté el ${kind} a medias.`,
  branchRemoved: (branch) => `🌿 Borré la rama: ${branch}`,
  kept: {
    edited: (files) => `✋ No los toqué, cambiaron después: ${files}`,
    large: (files) => `✋ No los toqué, pasan de 2 MB y no tenía copia: ${files}`,
    ignored: (files) => `✋ No los toqué, git los ignora y quizá son tuyos: ${files}`,
    blocked: (files) => `✋ No pude tocarlos, están bloqueados: ${files}`,
  },
  commitsKept: {
    pushed: (commits) => `📌 Se quedan estos commits, ya tienen push: ${commits}`,
    moved: (commits) =>
      `📌 Se quedan estos commits: ${commits}\nHay commits más nuevos encima, o la rama cambió.`,
    mixed: (commits) =>
      `📌 Se quedan estos commits: ${commits}\nHay commits de otros en medio. \`git revert\` deshace cada uno.`,
    unfinished: (commits) =>
      `📌 Se quedan estos commits: ${commits}\nHay un merge o rebase a medias. Termínalo o abórtalo y usa \`git revert\`.`,
  },
  unknownSteps: (count) =>
    `⚠️ ${count === 1 ? '1 paso' : `${count} pasos`} sin deshacer: no tenía copia de antes.`,
  limits:
    'No se deshace lo que los comandos cambiaron en archivos ignorados.\nTampoco los archivos de más de 2 MB, ni nada fuera del proyecto o en la red.',
};
