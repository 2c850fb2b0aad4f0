/** No head of a data URL is longer than this. */
export const MAX_HEAD = 256

const LETTERS = /^[A-Za-z0-9+/_-]*=*$/
const PADDING = /^=*$/

export function dropHead(text: string): string {
  const head = /^\s*data:[^,]{0,200};base64,/i.exec(text.slice(0, MAX_HEAD))?.[0]
  return head === undefined ? text : text.slice(head.length)
}

/** Cuts base64 text in either alphabet, as it arrives piece by piece, where bytes are whole. White space is dropped. */
export function base64Letters() {
  let rest = ''
  let isPadded = false
  return {
    /** The letters that can be decoded by now; undefined where the piece is not base64. */
    add(piece: string): string | undefined {
      const letters = rest + piece.replace(/\s+/g, '')
      // Padding ends the text: only more of it may follow.
      if (!(isPadded ? PADDING : LETTERS).test(letters)) return undefined
      isPadded ||= letters.endsWith('=')
      const ready = isPadded ? letters.length : letters.length - (letters.length % 4)
      rest = letters.slice(ready)
      return letters.slice(0, ready)
    },
    /** The letters of a text that ends without its padding. */
    end: () => rest,
  }
}
