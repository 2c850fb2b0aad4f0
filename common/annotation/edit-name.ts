import { z } from 'zod'
import { literal } from '../messages/message.ts'
import type { EDITS } from '../messages/plain/edits.ts'
import { AnyMessage } from '../messages/schema.ts'
import type { ArgsOf, Message, Params } from '../messages/template.ts'
import type { PlacedShape } from './shape.ts'

type EditCode = Extract<keyof typeof EDITS, `edit-${string}`>

/** Names an edit. The history keeps code and parameters, and the sentence is made in the language of whoever reads it. */
export function editName<Code extends EditCode>(code: Code, ...args: ArgsOf<(typeof EDITS)[Code]>): Message {
  const [params]: readonly [Params?, Message?] = args
  return { code, params: params ?? {} }
}

/** The kind of a shape, as a part of the name of an edit. */
export function kindName(kind: PlacedShape['kind']): Message {
  return { code: `kind-${kind}` satisfies keyof typeof EDITS, params: {} }
}

const code = z.string().min(1).max(60)

/** No name of an edit has more than three. */
const MOST_PARAMS = 6

/** Parts of names are messages without parameters. */
const Named = z.object({
  code,
  params: z
    .record(z.string().max(30), z.union([z.string().max(200), z.number(), z.object({ code, params: z.object({}) })]))
    .refine((params) => Object.keys(params).length <= MOST_PARAMS),
})

/** Name of an edit as pages give it. Those of earlier releases sent a sentence, which the journal of a browser may still hold. */
export const EditName: z.ZodType<Message, Message | string> = z.union([
  Named,
  z.string().min(1).max(80).transform(literal),
])

const sound = new WeakSet<object>()

/** Name of an edit as the core tells it. An image tells hundreds with every gesture, and most are those of the last: each is looked at once. */
export const ToldName = z.custom<Message>((value) => {
  if (typeof value !== 'object' || value === null) return false
  if (!sound.has(value) && AnyMessage.safeParse(value).success) sound.add(value)
  return sound.has(value)
})
