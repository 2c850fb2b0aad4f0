import { LICENCE_NOT_STATED } from '#common/inference/manifest'

/** Licences by what stands in their texts, in metadata, or at the head of a model card. */
const LICENCES: readonly (readonly [RegExp, string])[] = [
  [/affero|agpl/i, 'AGPL-3.0'],
  [/sam[ _-]licen[cs]e/i, 'SAM License'],
  [/apache/i, 'Apache-2.0'],
  [/\blicen[cs]e:\s*mit\b|mit licen[cs]e|^mit$/im, 'MIT'],
  [/bsd[ -]3|redistribution and use in source and binary/i, 'BSD-3-Clause'],
  [/cc[- ]by[- ]nc/i, 'CC-BY-NC'],
  [/cc[- ]by[- ]4|creative commons attribution 4/i, 'CC-BY-4.0'],
  [/gnu general public|\bgpl/i, 'GPL'],
]

/** A model card says it between lines of three dashes. */
const HEAD = /^---\n([\s\S]*?)\n---/
const MOST_CHARACTERS = 4000

/** The licence that the first of some texts names. Only the head of a page that has one is read. */
export function licenceOf(texts: readonly string[]): { readonly name: string } {
  for (const text of texts) {
    const head = HEAD.exec(text)?.[1] ?? (text.startsWith('#') ? '' : text.slice(0, MOST_CHARACTERS))
    const found = LICENCES.find(([pattern]) => pattern.test(head))
    if (found) return { name: found[1] }
  }
  return { name: LICENCE_NOT_STATED }
}
