import type { Locale } from '../../core/texts/texts.ts';

/** A setting as a person may see it. */
export interface ShownSetting {
  readonly name: string;
  /** It also says what an empty value means. */
  readonly description: string;
  /** Language of the description: comments of files are English. */
  readonly language: Locale;
  readonly value:
    | { readonly kind: 'not-set' }
    /** It is set, but its value is never shown. */
    | { readonly kind: 'secret' }
    | { readonly kind: 'text'; readonly text: string };
  readonly from:
    | { readonly kind: 'environment' }
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'default' }
    | { readonly kind: 'nowhere' };
  readonly isSecret: boolean;
  readonly isOnlyInEnvironment: boolean;
}

export interface ShownSettings {
  readonly variables: readonly ShownSetting[];
  /** Those that only `agent.yaml` has. */
  readonly inFile: readonly ShownSetting[];
  /** The `.env` where `wasap config set` writes. */
  readonly file: string;
}
