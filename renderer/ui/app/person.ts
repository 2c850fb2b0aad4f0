const KEY = 'tessera.person'

/** Longest name that the log keeps. */
export const MAX_NAME = 100

/** The name of who sits at this window, for the log of what was done; empty when nobody gave one. */
export function personName(): string {
  return localStorage.getItem(KEY) ?? ''
}

export function writePersonName(name: string): void {
  localStorage.setItem(KEY, name.trim().slice(0, MAX_NAME))
}
