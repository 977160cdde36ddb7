/** One change to the file system as the command sees it; a later one lies over an earlier one. */
export type Mount =
  /** An empty folder of its own, gone with the command. */
  | { readonly kind: 'empty'; readonly path: string }
  /** As it is outside; left out when it does not exist. */
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /** As `readable`, for a folder that others may exchange for a link: the command starts only with this very one. */
  | { readonly kind: 'known'; readonly path: string; readonly identity: string }
  /** An empty folder that was mounted before, in which nothing more can be made. */
  | { readonly kind: 'closed'; readonly path: string }
  /** A file that reads as empty. */
  | { readonly kind: 'blank'; readonly path: string };
