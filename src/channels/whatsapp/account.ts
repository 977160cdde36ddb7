/** The one linked device of a data folder. */
export const ACCOUNT = 'main';
