import { randomUUID } from 'node:crypto'
import type { SecretStore } from '../ports.ts'
import { ifKept } from './kept.ts'

const SERVICE = 'Tessera'
/** A keyring service that hangs answers after 50 s at the earliest; a person waits this long. */
const LIMIT_MS = 5000

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

export type KeychainProbe =
  | { readonly isUsable: true; readonly store: SecretStore }
  | { readonly isUsable: false; readonly reason: string }

/**
 * Tries the system's keychain with a throw-away entry. Only that tells a usable one from a locked one, which answers "absent"
 * to every question. Entries carry the scope (a library's folder, a station's address), so that two libraries do not share a key.
 */
export async function probeKeychain(scope: string, limitMs = LIMIT_MS): Promise<KeychainProbe> {
  try {
    const keytar = await loadKeytar()
    const probe = `probe-${randomUUID()}`
    await within(limitMs, keytar.setPassword(SERVICE, probe, 'probe'))
    const found = await within(limitMs, keytar.getPassword(SERVICE, probe))
    await within(limitMs, keytar.deletePassword(SERVICE, probe))
    if (found !== 'probe') return { isUsable: false, reason: 'The keychain is locked' }
    return { isUsable: true, store: keychainSecrets(keytar, scope, limitMs) }
  } catch (failure) {
    return { isUsable: false, reason: `The system keychain cannot be used: ${firstLine(failure)}` }
  }
}

/** Loaded when it is needed: without libsecret the import itself fails, and that must not stop the program. */
async function loadKeytar(): Promise<Keytar> {
  const loaded: { default?: Keytar } & Partial<Keytar> = await import('keytar').catch(() => {
    const isLinux = process.platform === 'linux'
    throw new Error(
      isLinux ? 'libsecret is missing (on Debian and Ubuntu: libsecret-1-0)' : 'its library does not load',
    )
  })
  const keytar = loaded.default ?? loaded
  const { getPassword, setPassword, deletePassword } = keytar
  if (!getPassword || !setPassword || !deletePassword) throw new Error('the keychain module is incomplete')
  return { getPassword, setPassword, deletePassword }
}

function keychainSecrets(keytar: Keytar, scope: string, limitMs: number): SecretStore {
  const account = (name: string) => `${name} of ${scope}`
  const place = { kind: 'keychain' as const, detail: `In the keychain of this ${systemName()}` }
  return {
    place: async () => place,
    read: async (name) => ifKept(await within(limitMs, keytar.getPassword(SERVICE, account(name)))),
    write: (name, secret) => within(limitMs, keytar.setPassword(SERVICE, account(name), secret)),
    async remove(name) {
      await within(limitMs, keytar.deletePassword(SERVICE, account(name)))
    },
    choose: async () => place,
  }
}

function within<Value>(limitMs: number, call: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it gave no answer in ${limitMs / 1000} s`)), limitMs)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function systemName(): string {
  return process.platform === 'darwin' ? 'Mac' : process.platform === 'win32' ? 'Windows account' : 'desktop session'
}

function firstLine(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure)
  return message.split('\n')[0] ?? message
}
