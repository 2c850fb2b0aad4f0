import { z } from 'zod'
import type { NamedValues } from '#common/annotation/named/values'
import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { readShape } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { separately, shorten } from '../kit/reading.ts'
import { saidIn } from '../kit/said/said.ts'
import { textAboutImage, wholeImage } from '../kit/whole-image.ts'

const Name = z.string().nullish()
const Named = { name: Name, title: Name, value: Name }

/** One of the choices of a question, with further questions about it. */
const Choice = z.object({ ...Named, classifications: z.array(z.unknown()).nullish().catch(undefined) })
type Choice = z.infer<typeof Choice>

/** A question and what was answered: one choice, several, or a text; the last two fields are those of earlier years. */
const Question = z.object({
  ...Named,
  radio_answer: Choice.nullish(),
  checklist_answers: z.array(Choice).nullish(),
  text_answer: z.object({ content: z.string() }).nullish(),
  answer: z.union([z.string(), Choice, z.array(Choice)]).nullish(),
  answers: z.array(Choice).nullish(),
})

/** Answers about a whole image: choices are its classes, texts are texts about it. A question without an answer says nothing. */
export function answersIn(questions: readonly unknown[]): readonly Result<ReadAnnotation, Refusal>[] {
  return questions.flatMap((question, index) => readQuestion(question, filePlace('classification', index + 1)))
}

function readQuestion(value: unknown, place: FilePlace): readonly Result<ReadAnnotation, Refusal>[] {
  const read = readShape(Question, value)
  if (!read.ok) return [refuse('part-unreadable', { place }, read.error)]
  const text = textIn(read.value)
  if (text?.trim() === '') return []
  if (text !== undefined) return separately(textAboutImage({ prompt: '', answer: text, place }))
  const choices = choicesIn(read.value)
  if (choices === undefined) {
    return [refuse('answer-kind-unsupported', { place, name: shorten(nameOf(read.value)) })]
  }
  const told = new Map(choices.map((choice) => [nameOf(choice).trim(), choice]))
  return separately(wholeImage(choices.map(nameOf), (name) => saidIn(nestedIn(told.get(name)?.classifications ?? []))))
}

function nameOf({ name, title, value }: Pick<Choice, 'name' | 'title' | 'value'>): string {
  return name ?? title ?? value ?? ''
}

function textIn({ text_answer, answer }: z.infer<typeof Question>): string | undefined {
  return text_answer?.content ?? (typeof answer === 'string' ? answer : undefined)
}

function choicesIn({
  radio_answer,
  checklist_answers,
  answer,
  answers,
}: z.infer<typeof Question>): readonly Choice[] | undefined {
  const said = radio_answer ?? checklist_answers ?? answer ?? answers
  if (said === null || said === undefined || typeof said === 'string') return undefined
  return Array.isArray(said) ? said : [said]
}

/** Questions about an answer, which are attributes of its class. */
function nestedIn(questions: readonly unknown[]): NamedValues {
  const said = questions.flatMap((value) => {
    const { data } = Question.safeParse(value)
    if (data === undefined) return []
    const answer = textIn(data) ?? choicesIn(data)?.map(nameOf).join(', ') ?? ''
    return [[nameOf(data), answer] as const]
  })
  return Object.fromEntries(said)
}
