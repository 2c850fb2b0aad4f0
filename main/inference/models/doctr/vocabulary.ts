import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'

/*
 * The characters of docTR's vocabularies in the order of the tensors, as OnnxTR lists them: digits, letters, ASCII punctuation, then
 * what a language adds.
 */
const DIGITS = '0123456789'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
const LATIN = `${DIGITS}${LETTERS}${PUNCTUATION}`
const CURRENCY = '£€¥¢฿'
const ENGLISH = `${LATIN}°${CURRENCY}`
/** Of most recognition models. */
const FRENCH = `${ENGLISH}àâéèêëîïôùûüçÀÂÉÈÊËÎÏÔÙÛÜÇ`
/** Of the first `crnn_vgg16_bn`. */
const FIRST_FRENCH = `${LATIN}°àâéèêëîïôùûçÀÂÉÈËÎÏÔÙÛÇ${CURRENCY}`

const KNOWN = [FRENCH, FIRST_FRENCH, ENGLISH, LATIN]

/** The characters of a vocabulary file: those of its first line, in their order. */
export function readVocabulary(file: Uint8Array): readonly string[] {
  const [line = ''] = new TextDecoder().decode(file).split(/\r?\n/, 1)
  if (line === '') throw new ModelRunError(message('ocr-vocabulary-empty'))
  return Array.from(line)
}

/** The known vocabulary with as many characters; undefined when there is none. No two known ones have the same number. */
export function knownVocabulary(characters: number): readonly string[] | undefined {
  return KNOWN.map((known) => Array.from(known)).find((known) => known.length === characters)
}
