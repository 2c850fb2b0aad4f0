import anyAscii from 'any-ascii'

const PRINTABLE = /^[ -~]*$/
const CONTROL = /\p{Cc}/u
const COMBINING = /\p{Mn}/gu
/** The table's entry for an emoji: its English name between colons. */
const EMOJI_NAME = /^:.+:$/

/** A text in printable ASCII: anglicized where that is possible, a dash for everything else. */
export function toAscii(text: string): string {
  return Array.from(text.normalize('NFC'), anglicize).join('')
}

function anglicize(character: string): string {
  if (CONTROL.test(character)) return '-'
  const bare = character.normalize('NFKD').replace(COMBINING, '')
  if (PRINTABLE.test(bare)) return bare
  const spelled = anyAscii(character)
  const isSpelled = spelled !== '' && PRINTABLE.test(spelled) && !EMOJI_NAME.test(spelled)
  return isSpelled ? spelled : '-'
}
