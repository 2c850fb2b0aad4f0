import { dirname } from 'node:path'
import { said } from '#common/messages/sentence'
import type { SecretStore } from '../ports.ts'
import { fileSecrets } from './file.ts'
import { probeKeychain } from './keychain.ts'
import { sessionSecrets } from './session.ts'

/**
 * The desktop's choice: the keychain when it is usable; otherwise nothing is written anywhere until a person chooses between a file
 * and this session only. What was to be kept meanwhile goes to the chosen place.
 */
export async function askingSecrets(filePath: string, isFileChosen: () => boolean): Promise<SecretStore> {
  const keychain = await probeKeychain(dirname(filePath))
  if (keychain.isUsable) return keychain.store
  if (isFileChosen()) return fileSecrets(filePath)
  const waiting = new Map<string, string>()
  let chosen: SecretStore | undefined
  return {
    async place() {
      return chosen ? chosen.place() : { kind: 'undecided', detail: said(keychain.reason) }
    },
    read: async (name) => (chosen ? chosen.read(name) : waiting.get(name)),
    async write(name, secret) {
      if (chosen) await chosen.write(name, secret)
      else waiting.set(name, secret)
    },
    async remove(name) {
      if (chosen) await chosen.remove(name)
      else waiting.delete(name)
    },
    async choose(place) {
      chosen = place === 'file' ? fileSecrets(filePath) : sessionSecrets()
      for (const [name, secret] of waiting) await chosen.write(name, secret)
      return chosen.place()
    },
  }
}
