import { LANGUAGE } from './language.ts'

/** A name as it stands inside a sentence: English begins it with a small letter, German writes it as it is. */
export function midSentence(name: string): string {
  return LANGUAGE === 'en' ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
