import { inMegabytes } from '../sizes.ts'

/** A parameter of a message: a name, a number, an id, or a list of names. Never a sentence; a part of one is a message itself: "object 3". */
export type Value = string | number | readonly string[] | Message
export type Params = Readonly<Record<string, Value>>

/** A message; its sentence is made where it is read, in the language that is read there. */
export interface Message {
  readonly code: string
  readonly params: Params
  /** Another message that explains this one. */
  readonly cause?: Message
}

export function isMessage(value: Value | undefined): value is Message {
  return typeof value === 'object' && 'code' in value
}

/**
 * An English sentence with the names of its parameters in double braces. Behind a comma stands how a number is written: `{{bytes, size}}`.
 * `{{cause}}` stands for the sentence of the message that this one carries. Two forms are told apart by the parameter `count`.
 */
export type Template = string | { readonly one: string; readonly other: string }

type TextOf<T extends Template> = T extends { readonly other: infer Other extends string } ? Other : T & string
type Placeholder<Text extends string> = Text extends `${string}{{${infer Found}}}${infer Rest}`
  ? Found | Placeholder<Rest>
  : never
type Plain<Found extends string> = Found extends `${string}, ${string}` | 'count' | 'cause' ? never : Found
type Numeric<Found extends string> = Found extends `${infer Name}, ${string}` ? Name : Extract<Found, 'count'>

/** The parameter that decides between the two forms, even where neither says the number. */
type Counting<T extends Template> = T extends string ? never : 'count'

/** The parameters that a template names. */
export type ParamsOf<T extends Template> = {
  readonly [Name in Plain<Placeholder<TextOf<T>>>]: Value
} & { readonly [Name in Numeric<Placeholder<TextOf<T>>> | Counting<T>]: number }

/** Whether a template has a place for the message that it carries. */
export type HasCause<T extends Template> = 'cause' extends Placeholder<TextOf<T>> ? true : false

/** Arguments that make a message of a template. */
export type ArgsOf<T extends Template> =
  HasCause<T> extends true
    ? [params: ParamsOf<T>, cause: Message]
    : keyof ParamsOf<T> extends never
      ? []
      : [params: ParamsOf<T>]

/** How a number is written, where a template says more than its name. */
export const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  /** In thousands. */
  number: (value) => value.toLocaleString('en-US'),
  /** With one digit behind the point. */
  tenths: (value) => value.toFixed(1),
  /** Bytes in MB or GB. */
  size: inMegabytes,
}

const PLACEHOLDER = /\{\{(\w+)(?:, (\w+))?\}\}/g

/** The sentence of a template, in English. */
export function fill(template: Template, params: Readonly<Record<string, Spoken>>): string {
  const text = typeof template === 'string' ? template : template[params['count'] === 1 ? 'one' : 'other']
  return text.replaceAll(PLACEHOLDER, (_, name: string, format?: string) => written(params[name] ?? '', format))
}

/** The sentence of a message whose templates are known by their codes. */
export function sentenceBy(templateOf: (code: string) => Template, { code, params, cause }: Message): string {
  const parts = Object.entries({ ...params, ...(cause && { cause }) })
  const spoken = parts.map(([name, value]) => [name, isMessage(value) ? sentenceBy(templateOf, value) : value])
  return fill(templateOf(code), Object.fromEntries(spoken))
}

/** A parameter whose messages are sentences already. */
export type Spoken = Exclude<Value, Message>

function written(value: Spoken, format: string | undefined): string {
  if (typeof value === 'number') return FORMATS[format ?? '']?.(value) ?? String(value)
  return typeof value === 'string' ? value : value.join(', ')
}
