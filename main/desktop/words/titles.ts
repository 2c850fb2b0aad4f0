import { GERMAN_TASK_TITLES } from '#common/messages/german/task-titles'
import { sentenceOf } from '#common/messages/sentence'
import type { Message, Value } from '#common/messages/template'
import { language } from './speech.ts'

const GERMAN: Readonly<Record<string, string>> = GERMAN_TASK_TITLES
const PLACEHOLDER = /\{\{(\w+)(?:, \w+)?\}\}/g

/** The title of a task in the language of the moment. One that has no German, such as an old one, stays English. */
export function sayTitle(title: Message): string {
  const { code, params } = title
  const form = params['count'] === 1 ? 'one' : 'other'
  const german = language() === 'de' ? (GERMAN[code] ?? GERMAN[`${code}_${form}`]) : undefined
  return german?.replaceAll(PLACEHOLDER, (_, name: string) => written(params[name])) ?? sentenceOf(title)
}

/** Titles hold names and numbers alone. */
function written(value: Value = ''): string {
  return typeof value === 'number' ? value.toLocaleString('de-DE') : typeof value === 'string' ? value : ''
}
