import type { CatalogueCode, REFUSALS } from './messages/catalogue.ts'
import type { ArgsOf, Message, Params } from './messages/template.ts'
import { err } from './result.ts'

/** A refusal that a person can act on: the code has a sentence in every language, and its parameters name the thing at fault. */
export interface Refusal extends Message {
  readonly code: CatalogueCode
}

interface Refusing {
  readonly ok: false
  readonly error: Refusal
}

type TemplateOf<Code extends CatalogueCode> = (typeof REFUSALS)[Code][1]

/** Refuses with a code of the catalogue. The sentence is made where a person reads it. */
export function refuse<Code extends CatalogueCode>(code: Code, ...args: ArgsOf<TemplateOf<Code>>): Refusing {
  return err(refusal(code, ...args))
}

/** The same refusal, where it is not an outcome by itself. */
export function refusal<Code extends CatalogueCode>(code: Code, ...args: ArgsOf<TemplateOf<Code>>): Refusal {
  const [params, cause]: readonly [Params?, Message?] = args
  return { code, params: params ?? {}, ...(cause && { cause }) }
}
