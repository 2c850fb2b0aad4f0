import type { Refusal } from '#common/errors'
import { type ModelFamily, ModelId, type ModelInput } from '#common/inference/manifest'
import type { ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { DraftFiles, ModelRecogniser } from '#core/models/store/ports'
import { chooseClaim, chooseNames, chooseTask } from './choose.ts'
import type { Claim, Known, Network } from './claim.ts'
import { type GatheredFacts, gatherFacts } from './facts/gather.ts'
import { chooseInput } from './input.ts'
import { type FoundNetworks, findNetworks } from './networks.ts'
import { CLAIMANTS } from './registry.ts'
import { rolesOf } from './roles.ts'

/** Knows models by the tensors of their networks, and by what lies beside them. */
export const modelRecogniser: ModelRecogniser = {
  async recognise(files, answers) {
    const found = await findNetworks(files)
    if (!found.ok) return found
    const { networks } = found.value
    const facts = await gatherFacts(files, networks)
    if (!facts.ok) return facts
    const choosing = { source: files.source, networks, answers, facts: facts.value }
    const chosen = chooseClaim(claimsOn(files, networks, { answers, facts: facts.value }), choosing)
    if (!chosen.ok) return chosen
    const task = chooseTask(chosen.value.claim, choosing)
    if (!task.ok) return task
    return assemble({ ...choosing, files, found: found.value, ...chosen.value, task: task.value })
  },
}

interface Said {
  readonly answers: ModelAnswers
  readonly facts: GatheredFacts
}

function claimsOn(files: DraftFiles, networks: readonly Network[], { answers, facts }: Said): readonly Claim[] {
  const names = answers.classNames ?? facts.classNames
  const task = answers.task ?? facts.task
  const known: Known = {
    cameAs: [files.source, ...networks.map(({ path }) => path)].join(' '),
    ...(names && { classCount: names.length }),
    ...(task && { task }),
    ...(facts.isMultiLabel !== undefined && { isMultiLabel: facts.isMultiLabel }),
    ...(facts.modelType && { modelType: facts.modelType }),
  }
  const claims = CLAIMANTS.flatMap((claimant) => claimant.claims(networks, known))
  // Names that do not fit must not hide what the network is.
  return claims.length > 0 ? claims : CLAIMANTS.flatMap(({ claims: of }) => of(networks, { cameAs: known.cameAs }))
}

interface Assembling extends Said {
  readonly files: DraftFiles
  readonly source: string
  readonly networks: readonly Network[]
  readonly found: FoundNetworks
  readonly claim: Claim
  readonly question?: RecognisedModel['questions'][number]
  readonly notes: readonly Message[]
  readonly task: { readonly task: RecognisedModel['task']; readonly question?: RecognisedModel['questions'][number] }
}

async function assemble(parts: Assembling): Promise<Result<RecognisedModel, Refusal>> {
  const { files, claim, facts, answers, found, task } = parts
  const roles = await rolesOf(files, claim, found)
  if (!roles.ok) return roles
  const taken = new Set(Object.values(roles.value))
  const names = chooseNames(claim, parts)
  const frame = chooseInput(claim, parts)
  const name = answers.name ?? nameOf(files.source)
  const { keypoints, colours, preprocessing, isFused = claim.isFused } = facts
  return ok({
    name,
    family: claim.family,
    layout: claim.layout,
    task: task.task,
    source: files.source,
    keypoints,
    colours,
    preprocessing,
    isFused,
    classNames: [...names.classNames],
    input: frame.input,
    licence: answers.licence === undefined ? facts.licence : { name: answers.licence },
    suggestedId: suggestedId(claim, name),
    files: roles.value,
    unused: files.files.map(({ path }) => path).filter((path) => !taken.has(path)),
    questions: [parts.question, task.question, names.question, frame.question].filter(
      (question) => question !== undefined,
    ),
    notes: [...found.notes, ...parts.notes],
  })
}

function nameOf(source: string): string {
  return source.replace(/\.(onnx|zip)$/i, '').slice(0, 200) || 'Model'
}

/** Families that are asked for by ids of their own. */
const OWNERS: Readonly<Partial<Record<ModelFamily, string>>> = {
  clip: 'clip',
  'perception-encoder': 'perception_encoder',
  'grounding-dino': 'grounding_dino',
  doctr: 'doctr',
  'pp-ocr': 'pp-ocr',
  sam: 'sam2',
  'sam3-concept': 'sam3',
}

function suggestedId({ family, layout, input }: Claim, name: string): string {
  const folder = name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-').replaceAll(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_-]+$/gu, '')
  const first = family === 'sam' ? samOwner(layout, input) : OWNERS[family]
  const id = first === undefined ? `${folder}/1` : `${first}/${folder}`
  return ModelId.safeParse(id).success ? id : `${first ?? 'models'}/1`
}

function samOwner(layout: string, input: ModelInput | undefined): string {
  if (layout.startsWith('meta')) return 'sam'
  return input?.width === 1008 ? 'sam3' : 'sam2'
}
