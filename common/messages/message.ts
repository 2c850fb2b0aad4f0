import type { PLAIN, PlainCode } from './catalogue.ts'
import type { ArgsOf, Message, Params } from './template.ts'

/** A message of the catalogue that refuses nothing, or a part of one. */
export function message<Code extends PlainCode>(code: Code, ...args: ArgsOf<(typeof PLAIN)[Code]>): Message {
  const [params, cause]: readonly [Params?, Message?] = args
  return cause ? { code, params: params ?? {}, cause } : { code, params: params ?? {} }
}

/** A sentence that is kept or sent without a code: it stays as it is. */
export function literal(text: string): Message {
  return message('literal', { text })
}
