import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import type { SecretStore } from '../ports.ts'

/** Secrets in memory only: gone when the program ends. */
export function sessionSecrets(): SecretStore {
  const secrets = new Map<string, string>()
  const place = { kind: 'session' as const, detail: said(message('secrets-in-memory')) }
  return {
    place: async () => place,
    read: async (name) => secrets.get(name),
    async write(name, secret) {
      secrets.set(name, secret)
    },
    async remove(name) {
      secrets.delete(name)
    },
    choose: async () => place,
  }
}
