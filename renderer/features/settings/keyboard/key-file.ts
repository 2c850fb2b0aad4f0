import { askForFiles } from '#renderer/ui/files/pick'
import { chooseKeys, KeyChoice } from '#renderer/ui/keys/choice'
import { t } from '#renderer/words/words'

/** Offers the keys as a file, to be opened on another machine. */
export function saveKeyFile(choice: KeyChoice): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(choice, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'tessera-keys.json'
  link.click()
  URL.revokeObjectURL(url)
}

/** Asks for such a file and takes its keys. Answers what is wrong with it, as a sentence. */
export async function readKeyFile(): Promise<string | undefined> {
  const [file] = (await askForFiles({ accept: 'application/json,.json' })) ?? []
  if (!file) return undefined
  try {
    chooseKeys(KeyChoice.parse(JSON.parse(await file.text())))
    return undefined
  } catch {
    return t('{{file}} contains no Tessera keys', { file: file.name })
  }
}
