import { probeKeychain } from '#compose/secrets/keychain'

/** The token that let this program into a station the last time; only where the system has a keychain. */
export async function keptToken(origin: string): Promise<string | undefined> {
  const keychain = await probeKeychain('stations')
  if (!keychain.isUsable) return undefined
  return keychain.store.read(nameOf(origin)).catch(() => undefined)
}

/** Keeps a token for the next time. Where there is no keychain it is simply asked for again. */
export function keepToken(origin: string, token: string): void {
  void probeKeychain('stations')
    .then((keychain) => (keychain.isUsable ? keychain.store.write(nameOf(origin), token) : undefined))
    .catch(() => undefined)
}

function nameOf(origin: string): string {
  return `station-token ${origin}`
}
