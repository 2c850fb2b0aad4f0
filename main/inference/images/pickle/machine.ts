import { message } from '#common/messages/message'
import { ImageError } from '../image-error.ts'
import type { ByteReader } from './byte-reader.ts'
import { nameOf } from './text.ts'
import type { PickleText, PickleValue } from './values.ts'

/** Where a tuple begins. */
const MARK = Symbol('mark')

/** The machine that the opcodes of a pickle work on. */
export interface Machine {
  readonly reader: ByteReader
  push(value: PickleValue): void
  pop(): PickleValue
  popText(): PickleText
  /** The topmost value, which stays. */
  top(): PickleValue
  mark(): void
  /** The values above the topmost mark, which goes with them. */
  popToMark(): PickleValue[]
  remember(key: number): void
  /** Under the next number that is free. */
  rememberNext(): void
  recall(key: number): void
}

export function pickleMachine(reader: ByteReader): Machine {
  const stack: (PickleValue | typeof MARK)[] = []
  const memo = new Map<number, PickleValue>()

  function value(entry: PickleValue | typeof MARK | undefined): PickleValue {
    if (entry === undefined || entry === MARK) throw new ImageError(message('pickle-value-missing'))
    return entry
  }
  const pop = () => value(stack.pop())
  const top = () => value(stack.at(-1))

  return {
    reader,
    push: (pushed) => void stack.push(pushed),
    pop,
    top,
    popText() {
      const text = pop()
      if (!isText(text)) throw new ImageError(message('pickle-name-not-text'))
      return text
    },
    mark: () => void stack.push(MARK),
    popToMark() {
      const start = stack.lastIndexOf(MARK)
      if (start === -1) throw new ImageError(message('pickle-tuple-not-begun'))
      return stack.splice(start).slice(1).map(value)
    },
    remember: (key) => void memo.set(key, top()),
    rememberNext: () => void memo.set(memo.size, top()),
    recall(key) {
      const known = memo.get(key)
      if (known === undefined) throw new ImageError(message('pickle-value-not-kept', { key: String(key) }))
      stack.push(known)
    },
  }
}

export function isText(value: PickleValue | undefined): value is PickleText {
  return typeof value === 'object' && value !== null && value.kind === 'text'
}

/** Whether a value is one of these texts. */
export function isOneOf(value: PickleValue | undefined, texts: readonly string[]): boolean {
  return isText(value) && texts.includes(nameOf(value))
}
