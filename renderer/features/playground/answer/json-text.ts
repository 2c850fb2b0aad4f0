import { t } from '#renderer/words/words'

/** Longer texts inside an answer are images. */
const LONGEST_TEXT = 200
/** More of it nobody reads on a screen. */
const MOST_LETTERS = 40_000

export interface ShownJson {
  readonly text: string
  /** Something of it is left out. */
  readonly isShortened: boolean
}

/** An answer to be read by people: in lines, long texts by their beginning and length. */
export function shortenedJson({ text, json }: { readonly text: string; readonly json: unknown }): ShownJson {
  let isShortened = false
  const shown =
    json === null
      ? text
      : JSON.stringify(
          json,
          (_key, value: unknown) => {
            if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
            isShortened = true
            return `${value.slice(0, 40)}… ${t('({{length}} characters)', { length: String(value.length) })}`
          },
          2,
        )
  if (shown.length <= MOST_LETTERS) return { text: shown, isShortened }
  return { text: `${shown.slice(0, MOST_LETTERS)}\n…`, isShortened: true }
}
