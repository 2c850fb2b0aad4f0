/** Dots of a letter across and down; the lowest row is for what hangs below the line. */
export const GLYPH = { width: 5, height: 8 } as const

/**
 * The letters of ASCII from the space to the tilde, so that a drawing needs no font of the machine. A letter is eight rows from the top,
 * each a digit to the base of 32 whose bits are dots, the highest on the left.
 */
const LETTERS = `
  00000000 44444040 aaa00000 aavavaa0 4fke5u40 op248j30 ciiclid0 44400000 24888420 84222480 04lel400 044v4400
  00000448 000v0000 00000cc0 11248gg0 ehjlphe0 4c4444e0 eh168gv0 eh161he0 26aiv220 vgu11he0 68guhhe0 v1244440
  ehhehhe0 ehhf12c0 0cc0cc00 0cc0c480 248g8420 00v0v000 84212480 eh164040 ehnlnge0 4ahhvhh0 uhhuhhu0 ehggghe0
  sihhhis0 vgguggv0 vgguggg0 ehgnhhe0 hhhvhhh0 e44444e0 72222ic0 hikokih0 ggggggv0 hrllhhh0 hppljjh0 ehhhhhe0
  uhhuggg0 ehhhlid0 uhhukih0 fgge11u0 v4444440 hhhhhhe0 hhhhaa40 hhhllrh0 hha4ahh0 hha44440 v1248gv0 e88888e0
  gg842110 e22222e0 4ah00000 000000v0 84000000 00e1fhf0 gguhhhu0 00fgggf0 11fhhhf0 00ehvge0 68u88880 00fhhf1e
  gguhhhh0 40c444e0 206222ic ggikoki0 c44444e0 00qllll0 00uhhhh0 00ehhhe0 00uhhugg 00fhhf11 00moggg0 00fge1u0
  88u88860 00hhhhf0 00hhaa40 00hllla0 00ha4ah0 00hhhf1e 00v248v0 34484430 44444440 o44244o0 009li000
`
  .trim()
  .split(/\s+/)
const FIRST_CODE = 32
const QUESTION = '?'.charCodeAt(0)

/** Rows of a letter from the top, as bits; a question mark for what is no letter of ASCII. */
export function rowsOf(letter: string): readonly number[] {
  const rows = LETTERS[letter.charCodeAt(0) - FIRST_CODE] ?? LETTERS[QUESTION - FIRST_CODE] ?? ''
  return Array.from(rows, (digit) => Number.parseInt(digit, 32))
}
