import { type Refusal, refuse } from '#common/errors'
import type { ModelFamily, ModelTask } from '#common/inference/manifest'
import type { ModelAnswers, ModelQuestion } from '#common/inference/recognition'
import { message } from '#common/messages/message'
import type { Message, Value } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { Claim, Network } from './claim.ts'
import type { GatheredFacts } from './facts/gather.ts'

interface Choosing {
  readonly source: string
  readonly networks: readonly Network[]
  readonly answers: ModelAnswers
  readonly facts: GatheredFacts
}

/** The claim that counts, or the question which of them does. */
export type Chosen = { readonly claim: Claim; readonly question?: ModelQuestion; readonly notes: readonly Message[] }

/** Of several claims those count that take more of the networks; what is left over between families is asked. */
export function chooseClaim(claims: readonly Claim[], choosing: Choosing): Result<Chosen, Refusal> {
  const { source, answers, facts } = choosing
  const size = ({ networks }: Claim) => Object.keys(networks).length
  const most = Math.max(0, ...claims.map(size))
  const largest = claims.filter((claim) => size(claim) === most)
  const wanted = answers.family ?? (largest.some(({ family }) => family === facts.family) ? facts.family : undefined)
  const fitting = wanted === undefined ? largest : claims.filter(({ family }) => family === wanted)
  const [first] = fitting
  if (first === undefined) return claims.length === 0 ? notKnown(choosing) : otherFamily(choosing, claims)
  const families = [...new Set(fitting.map(({ family }) => family))]
  if (families.length > 1) {
    const question = familyQuestion(source, fitting)
    return ok({ claim: first, question, notes: [] })
  }
  return oneOf(fitting, source)
}

/** Claims of one family: with a network in common the first counts, without one they are several models. */
function oneOf(claims: readonly Claim[], source: string): Result<Chosen, Refusal> {
  const size = ({ networks }: Claim) => Object.keys(networks).length
  const [first, ...others] = claims.toSorted((one, other) => size(other) - size(one))
  if (first === undefined) throw new RangeError('There is no claim to choose from')
  const taken = new Set(Object.values(first.networks))
  const apart = others.filter(({ networks }) => !Object.values(networks).some((path) => taken.has(path)))
  const [other] = apart
  if (other !== undefined && size(other) === size(first)) {
    const [one, two] = [first, other].map(({ networks }) => together(Object.values(networks)))
    return refuse('several-models', { source, first: one ?? '', second: two ?? '' })
  }
  const networks = together(Object.values(first.networks))
  const notes = others.length > apart.length ? [message('note-taken-together', { networks })] : []
  return ok({ claim: first, notes })
}

function familyQuestion(source: string, claims: readonly Claim[]): ModelQuestion {
  const families = new Set(claims.map(({ family }) => family))
  const choices = [...families].map((family) => ({ value: family, label: nameOf(family) }))
  const [hint] = claims.flatMap((claim) => claim.hint ?? [])
  const says = hint ? message('question-family-with-hint', { source }, hint) : message('question-family', { source })
  return { id: 'family', says, choices, count: null }
}

function nameOf(family: ModelFamily): Message {
  return message(`family-${family}`)
}

/** Paths as a sentence joins them. */
function together(paths: readonly string[]): Value {
  return paths.reduce<Value | undefined>(joined, undefined) ?? ''
}

function joined(first: Value | undefined, second: string): Value {
  return first === undefined ? second : message('networks-with', { first, second })
}

function notKnown({ networks }: Choosing) {
  const [first] = networks
  return refuse('tensors-unknown', {}, first === undefined ? message('no-network') : describe(first))
}

function describe({ path, signature: { inputs, outputs } }: Network): Message {
  const listed = (values: typeof inputs) => values.slice(0, 4).map(({ name, dims }) => `${name} [${dims.join(', ')}]`)
  return message('network-tensors', { path, inputs: listed(inputs), outputs: listed(outputs) })
}

function otherFamily({ source, answers }: Choosing, claims: readonly Claim[]) {
  const [first = '', ...others] = [...new Set(claims.map(({ family }) => family))].map(nameOf)
  const families = others.reduce<Value>((some, second) => message('family-or', { first: some, second }), first)
  const wanted = answers.family === undefined ? message('that-family') : nameOf(answers.family)
  return refuse('model-of-other-family', { source, families, wanted })
}

/** The task of a claim, with a question when more than one is possible. */
export function chooseTask(
  { tasks }: Claim,
  { source, answers, facts }: Choosing,
): Result<{ readonly task: ModelTask; readonly question?: ModelQuestion }, Refusal> {
  const [first] = tasks
  const said = answers.task ?? (tasks.length > 1 ? facts.task : undefined)
  if (said !== undefined && tasks.includes(said)) return ok({ task: said })
  if (answers.task !== undefined) {
    return refuse('model-for-other-task', { source, task: first, wanted: answers.task })
  }
  if (tasks.length === 1) return ok({ task: first })
  const choices = tasks.map((task) => ({ value: task, label: answerOf(task) }))
  return ok({ task: first, question: { id: 'task', says: message('question-task', { source }), choices, count: null } })
}

/** The outputs of a model by its task, where its tensors leave that open. */
function answerOf(task: ModelTask): Message {
  if (task === 'classification') return message('answers-one-class')
  return task === 'multi-label-classification' ? message('answers-any-classes') : message('answers-task', { task })
}

/** The names of the classes, with a question where they are missing or do not fit. */
export function chooseNames(
  claim: Claim,
  { source, answers, facts }: Choosing,
): { readonly classNames: readonly string[]; readonly question?: ModelQuestion } {
  if (claim.classes === 'none') return { classNames: [] }
  const classNames = answers.classNames ?? facts.classNames ?? []
  const { classCount: count = null } = claim
  if (classNames.length > 0 && fitsNames(claim, classNames)) return { classNames }
  const says = namesQuestion(source, count, classNames.length)
  return { classNames, question: { id: 'classNames', says, choices: [], count } }
}

/** Names that were given already do not fit. */
function namesQuestion(source: string, count: number | null, given: number): Message {
  if (count === null) return message('question-classes', { source })
  const asked = message('question-classes-counted', { source, number: count })
  return given === 0 ? asked : message('question-classes-again', { source, given, number: count }, asked)
}

function fitsNames({ classes, classCount = 0, fitsNames: fits }: Claim, names: readonly string[]): boolean {
  if (fits) return fits(names)
  if (classes === 'fixed') return names.length === classCount
  return classes === 'up-to' ? names.length <= classCount : true
}
