const KEY = 'tessera.person'

/** Maximum length of a name in the history. */
export const MAX_NAME = 100

/** Returns the name of this window's user for the history; empty when none was given. */
export function personName(): string {
  return localStorage.getItem(KEY) ?? ''
}

export function writePersonName(name: string): void {
  localStorage.setItem(KEY, name.trim().slice(0, MAX_NAME))
}
