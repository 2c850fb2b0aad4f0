import { randomUUID } from 'node:crypto'
import { literal, message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import { said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { SecretStore } from '../ports.ts'
import { ifKept } from './kept.ts'

const SERVICE = 'Tessera'
/** A keyring service that hangs answers after 50 s at the earliest; a person waits this long. */
const LIMIT_MS = 5000

const KEYCHAINS: Readonly<Partial<Record<NodeJS.Platform, 'secrets-in-mac-keychain' | 'secrets-in-windows-keychain'>>> =
  {
    darwin: 'secrets-in-mac-keychain',
    win32: 'secrets-in-windows-keychain',
  }

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

export type KeychainProbe =
  | { readonly isUsable: true; readonly store: SecretStore }
  | { readonly isUsable: false; readonly reason: Message }

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
    if (found !== 'probe') return { isUsable: false, reason: message('keychain-locked') }
    return { isUsable: true, store: keychainSecrets(keytar, scope, limitMs) }
  } catch (failure) {
    return { isUsable: false, reason: message('keychain-unusable', {}, firstLine(failure)) }
  }
}

/** Loaded when it is needed: without libsecret the import itself fails, and that must not stop the program. */
async function loadKeytar(): Promise<Keytar> {
  const loaded: { default?: Keytar } & Partial<Keytar> = await import('keytar').catch(() => {
    const isLinux = process.platform === 'linux'
    throw new SaidError(message(isLinux ? 'keychain-library-missing' : 'keychain-library-broken'))
  })
  const keytar = loaded.default ?? loaded
  const { getPassword, setPassword, deletePassword } = keytar
  if (!getPassword || !setPassword || !deletePassword) throw new SaidError(message('keychain-incomplete'))
  return { getPassword, setPassword, deletePassword }
}

function keychainSecrets(keytar: Keytar, scope: string, limitMs: number): SecretStore {
  const account = (name: string) => `${name} of ${scope}`
  const place = {
    kind: 'keychain' as const,
    detail: said(message(KEYCHAINS[process.platform] ?? 'secrets-in-session-keychain')),
  }
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
  const silence = new SaidError(message('keychain-silent', { seconds: limitMs / 1000 }))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(silence), limitMs)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function firstLine(failure: unknown): Message {
  if (failure instanceof SaidError) return failure.said
  const words = failure instanceof Error ? failure.message : String(failure)
  return literal(words.split('\n')[0] ?? words)
}
