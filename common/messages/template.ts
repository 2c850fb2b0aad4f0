import { inMegabytes } from '../sizes.ts'

/** A parameter of a message: a name, a number, an id, or a list of names. Never a sentence. */
export type Value = string | number | readonly string[]
export type Params = Readonly<Record<string, Value>>

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

/** What decides between the two forms, even where neither says the number. */
type Counting<T extends Template> = T extends string ? never : 'count'

/** The parameters that a template names. */
export type ParamsOf<T extends Template> = {
  readonly [Name in Plain<Placeholder<TextOf<T>>>]: Value
} & { readonly [Name in Numeric<Placeholder<TextOf<T>>> | Counting<T>]: number }

/** Whether a template has a place for the message that it carries. */
export type HasCause<T extends Template> = 'cause' extends Placeholder<TextOf<T>> ? true : false

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
export function fill(template: Template, params: Params): string {
  const text = typeof template === 'string' ? template : template[params['count'] === 1 ? 'one' : 'other']
  return text.replaceAll(PLACEHOLDER, (_, name: string, format?: string) => written(params[name] ?? '', format))
}

function written(value: Value, format: string | undefined): string {
  if (typeof value === 'number') return FORMATS[format ?? '']?.(value) ?? String(value)
  return typeof value === 'string' ? value : value.join(', ')
}
