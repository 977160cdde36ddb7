import type { TrustedFile } from '../../contracts/grants.ts';

/** What `/skills` asks for. */
export type SkillAction =
  /** Shows the skill of this name; all of them when it is empty. */
  | { readonly kind: 'skills.show'; readonly name: string }
  /** Shows what a skill would no longer ask about, or accepts it if it is the one that was shown. */
  | { readonly kind: 'skills.review'; readonly name: string; readonly isYes: boolean }
  | {
      readonly kind: 'skills.trust';
      readonly change: 'show' | 'accept' | 'revoke';
      readonly file: TrustedFile;
    };
