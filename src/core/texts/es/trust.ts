import type { trustTexts as english } from '../en/trust.ts';

export const trustTexts: typeof english = {
  notInGroup: 'Eso queda entre tú y yo: escríbelo en nuestro chat.',
  specialistTakenBack: (agent) => `Retirado: ${agent} solo lee.`,
};
