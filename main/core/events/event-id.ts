/**
 * A UUID of version 7 (RFC 9562): the moment's milliseconds, then its microseconds (method 3 of section 6.2), then chance. Ids that are
 * made one after the other lie beside each other in an index.
 * @param moment microseconds since 1970
 * @param chance at least 16 hexadecimal digits
 */
export function uuidAt(moment: number, chance: string): string {
  const ms = Math.floor(moment / 1000)
  const time = ms.toString(16).padStart(12, '0')
  const micro = (moment - ms * 1000).toString(16).padStart(3, '0')
  const variant = (8 + (Number.parseInt(chance.slice(0, 1), 16) & 3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${micro}-${variant}${chance.slice(1, 4)}-${chance.slice(4, 16)}`
}
