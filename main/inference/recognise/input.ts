import { type ModelFamily, ModelInput } from '#common/inference/manifest'
import type { ModelAnswers, ModelQuestion } from '#common/inference/recognition'
import { message } from '#common/messages/message'
import { frameOf, imageInput } from '../models/kit/network-shape.ts'
import type { Claim, Network } from './claim.ts'
import type { GatheredFacts } from './facts/gather.ts'

/** Classifiers of the old engine, whose packages do not say it. */
const CENTRED: Pick<ModelInput, 'mean' | 'std'> = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }

interface Choosing {
  readonly source: string
  readonly networks: readonly Network[]
  readonly answers: ModelAnswers
  readonly facts: GatheredFacts
}

/** Their networks answer well at the size of their training alone, also those that take any. */
const TRAINED_AT_ONE_SIZE: readonly ModelFamily[] = ['yolo', 'detr', 'classifier', 'semantic']

/** The input of a claim, with a question where neither the network nor the files tell its size. */
export function chooseInput(
  claim: Claim,
  { source, networks, answers, facts }: Choosing,
): { readonly input: ModelInput | undefined; readonly question?: ModelQuestion } {
  if (answers.input) return { input: { ...answers.input, ...fixedSides(claim, networks, answers.input) } }
  const input = inputFor(claim, facts, networks)
  const fixed = fixedSides(claim, networks, { width: 0, height: 0 })
  const isTold = facts.input?.width !== undefined || (fixed.width > 0 && fixed.height > 0)
  if (input === undefined || isTold || !TRAINED_AT_ONE_SIZE.includes(claim.family)) return { input }
  const says = message('question-input', { source })
  return { input, question: { id: 'input', says, choices: [], count: null } }
}

/**
 * The input that the files state, over what is usual for the family; a side that the network fixes is the network's. Undefined where that
 * leaves the frame to the family.
 */
function inputFor(claim: Claim, facts: GatheredFacts, networks: readonly Network[]): ModelInput | undefined {
  const old = claim.family === 'classifier' && facts.isOldPackage ? CENTRED : {}
  const said: Partial<ModelInput> = {
    padding: 0,
    channels: 'rgb',
    divisor: 255,
    ...claim.input,
    ...old,
    ...facts.input,
  }
  const input = ModelInput.safeParse(said).data
  return input && { ...input, ...fixedSides(claim, networks, input) }
}

function fixedSides(
  { networks: roles }: Claim,
  networks: readonly Network[],
  { width, height }: Pick<ModelInput, 'width' | 'height'>,
) {
  const [first] = Object.values(roles)
  const network = networks.find(({ path }) => path === first)
  const image = network && imageInput(network.signature)
  const own = image ? frameOf(image, 0) : { width: 0, height: 0 }
  return { width: own.width || width, height: own.height || height }
}
