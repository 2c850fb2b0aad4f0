import type { NamedValues } from '#common/annotation/named/values'

/** Attributes of annotations, by their addresses. Equal ones are kept once: among a million annotations few differ. */
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
