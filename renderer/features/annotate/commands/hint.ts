/** One thing that hands can do now: caps and a word or two. */
export interface Hint {
  readonly caps: readonly string[]
  readonly label: string
  readonly isPointer?: boolean
}

/** The same before it is known which keys the person has. */
export interface Named {
  /** Ids of commands; from the first to the last where there are two. */
  readonly commands: readonly string[]
  readonly label: string
}

export function pointer(cap: string, label: string): Hint {
  return { caps: [cap], label, isPointer: true }
}

export function key(command: string, label: string): Named {
  return { commands: [command], label }
}
