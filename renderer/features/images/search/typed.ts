/** The text of the search box, and the text of the filter that it stands for. */
export interface Typed {
  readonly text: string
  /** The filter's text that was seen last. */
  readonly known: string
  /** Sent by this box, and not come back with the filter yet. */
  readonly sent: string | undefined
}

export function untouched(text: string): Typed {
  return { text, known: text, sent: undefined }
}

/**
 * The filter has another text. One that this box sent comes back later than the next letters are typed: they stay. Any other was chosen
 * on the page, and takes the place of what was typed.
 */
export function heard(typed: Typed, text: string): Typed {
  return { text: typed.sent === text ? typed.text : text, known: text, sent: undefined }
}
