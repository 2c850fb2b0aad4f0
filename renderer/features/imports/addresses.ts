import { t } from '#renderer/words/words'
/** The addresses in a text, one a line, each once. */
export function readAddresses(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** The lines that cannot be addresses of images, as they were written. */
export function notAddresses(addresses: readonly string[]): readonly string[] {
  return addresses.filter((address) => !/^https?:\/\//i.test(address) || !URL.canParse(address))
}

/** Most addresses that are taken at once. */
export const MAX_ADDRESSES = 10_000

/** Why the addresses cannot be fetched as they stand; undefined when they can. */
export function reasonAgainst(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return t('No address yet')
  if (addresses.length > MAX_ADDRESSES) return t('At most {{most}} addresses at once', { most: MAX_ADDRESSES })
  const [wrong] = notAddresses(addresses)
  return wrong === undefined
    ? undefined
    : t('“{{address}}” is not an address that begins with http:// or https://', { address: wrong.slice(0, 60) })
}
