import { type Attribute, saidOf } from '#common/annotation/attribute'
import type { AttributeValue, Marks } from '#common/annotation/marks'
import type { AttributeId, ClassId } from '#common/ids'

/** A class that asks something of its objects. */
export interface AskedClass {
  readonly id: ClassId
  readonly name: string
  /** Its labels, those of the trash apart. */
  readonly labels: number
  readonly attributes: readonly Attribute[]
}

/** Values that a number of annotations of a class have in common. */
export interface SaidByLabels {
  readonly classId: ClassId
  readonly values: Marks['attributes']
  readonly labels: number
}

interface Answer {
  /** The choice, `true` or `false`, or the text. */
  readonly name: string
  readonly labels: number
}

/** Values of the annotations of a class for one of its attributes. */
export interface AttributeHealth extends Pick<Attribute, 'name' | 'kind' | 'isRequired'> {
  readonly id: AttributeId
  readonly classId: ClassId
  readonly className: string
  /** Of the class. */
  readonly labels: number
  /** Labels that say nothing by it. */
  readonly unsaid: number
  /** Each choice in its order, yes and no, the texts that come most; none of numbers. */
  readonly answers: readonly Answer[]
  /** Labels that say another text than those. */
  readonly others: number
  /** Of numbers; undefined where no label says one. */
  readonly range: { readonly min: number; readonly max: number; readonly mean: number } | undefined
}

/** Different texts that are told apart; of more than these nobody reads the shares. */
const MAX_TEXTS = 1000
const MOST_TEXTS = 5

interface Counted {
  readonly attribute: Attribute
  readonly answers: Map<AttributeValue, number>
  said: number
  sum: number
  min: number
  max: number
}

/** Counts what labels say, portion by portion. */
export function attributeTally(classes: readonly AskedClass[]) {
  const counted = new Map(classes.map(({ id, attributes }) => [id, attributes.map(nothingYet)]))

  return {
    add(labels: readonly SaidByLabels[]): void {
      for (const { classId, values, labels: count } of labels) {
        for (const one of counted.get(classId) ?? []) {
          const value = saidOf(one.attribute, values)
          if (value !== undefined) take(one, value, count)
        }
      }
    },
    result: (): AttributeHealth[] =>
      classes.flatMap((asked) => (counted.get(asked.id) ?? []).map((one) => toHealth(one, asked))),
  }
}

function nothingYet(attribute: Attribute): Counted {
  return { attribute, answers: new Map(), said: 0, sum: 0, min: Infinity, max: -Infinity }
}

function take(one: Counted, value: AttributeValue, labels: number): void {
  one.said += labels
  if (typeof value === 'number') {
    one.sum += value * labels
    one.min = Math.min(one.min, value)
    one.max = Math.max(one.max, value)
  } else if (one.answers.has(value) || one.answers.size < MAX_TEXTS) {
    one.answers.set(value, (one.answers.get(value) ?? 0) + labels)
  }
}

function toHealth(one: Counted, { id: classId, name: className, labels }: AskedClass): AttributeHealth {
  const { attribute, said, sum, min, max } = one
  const { id, name, kind, isRequired } = attribute
  const answers = answersOf(one)
  const told = answers.reduce((all, answer) => all + answer.labels, 0)
  return {
    id,
    classId,
    className,
    name,
    kind,
    isRequired,
    labels,
    answers,
    unsaid: Math.max(0, labels - said),
    others: kind === 'text' ? said - told : 0,
    range: kind === 'number' && said > 0 ? { min, max, mean: sum / said } : undefined,
  }
}

function answersOf({ attribute, answers }: Counted): readonly Answer[] {
  const labels = (value: AttributeValue) => answers.get(value) ?? 0
  switch (attribute.kind) {
    case 'choice':
      return attribute.choices.map(({ id, name }) => ({ name, labels: labels(id) }))
    case 'yes-no':
      return [true, false].map((value) => ({ name: String(value), labels: labels(value) }))
    case 'text':
      return [...answers]
        .map(([name, count]) => ({ name: String(name), labels: count }))
        .toSorted((a, b) => b.labels - a.labels)
        .slice(0, MOST_TEXTS)
    case 'number':
      return []
  }
}
