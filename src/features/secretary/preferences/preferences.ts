export const ACTIVATION_MODES = ['manual', 'aware', 'proactive'] as const;
export type ActivationMode = (typeof ACTIVATION_MODES)[number];

/** A person's settings for a workspace. No mode removes the question before something begins. */
export interface SecretaryPreferences {
  readonly activationMode: ActivationMode;
  /** Names or references; of two that fit equally well, the first one wins. */
  readonly preferredReviewAgents: readonly string[];
}

export const USUAL_PREFERENCES: SecretaryPreferences = {
  activationMode: 'manual',
  preferredReviewAgents: [],
};
