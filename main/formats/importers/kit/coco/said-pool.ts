import type { NamedValues } from '#common/annotation/named/values'

/** What is said of annotations, by where these lie. Of those that say the same it is kept once: of a million they say little else. */
export interface SaidPool {
  put(address: number, said: NamedValues): void
  of(address: number): NamedValues | undefined
}

export function saidPool(): SaidPool {
  const byText = new Map<string, NamedValues>()
  const byAddress = new Map<number, NamedValues>()
  return {
    put(address, said) {
      const text = JSON.stringify(said)
      const known = byText.get(text) ?? said
      byText.set(text, known)
      byAddress.set(address, known)
    },
    of: (address) => byAddress.get(address),
  }
}
