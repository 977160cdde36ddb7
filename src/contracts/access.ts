/** What a person may do: an owner everything, a member tasks in named projects, a reader questions. */
export type Role = 'owner' | 'member' | 'reader';

export interface Person {
  /** Digits with country code: what the channel's server vouches for. */
  readonly phone: string;
  readonly role: Role;
  /** Names of project folders; undefined = all of them. */
  readonly workspaces: readonly string[] | undefined;
}

/** A chat of several people. What somebody may do elsewhere gives nothing here: they have to be listed again. */
export interface AllowedGroup {
  /** Address of the chat, as the channel gives it. */
  readonly id: string;
  readonly people: readonly string[];
}

export interface AccessList {
  readonly people: readonly Person[];
  readonly groups: readonly AllowedGroup[];
}
