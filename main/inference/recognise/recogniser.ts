import { type Refusal, refuse } from '#common/errors'
import type { ModelFamily, ModelInput } from '#common/inference/manifest'
import { ModelId } from '#common/inference/manifest'
import type { ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import type { DraftFiles, ModelRecogniser } from '#core/model-store/ports'
import { frameOf, pictureInput } from '../models/kit/network-shape.ts'
import { chooseClaim, chooseNames, chooseTask } from './choose.ts'
import type { Claim, Known, Network } from './claim.ts'
import { type GatheredFacts, gatherFacts, LICENCE_FILE, pathOf } from './facts/gather.ts'
import { type FoundNetworks, findNetworks } from './networks.ts'
import { CLAIMANTS } from './registry.ts'

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
  readonly notes: readonly string[]
  readonly task: { readonly task: RecognisedModel['task']; readonly question?: RecognisedModel['questions'][number] }
}

function assemble(parts: Assembling): Result<RecognisedModel, Refusal> {
  const { files, claim, facts, answers, found, task } = parts
  const roles = rolesOf(parts)
  if (!roles.ok) return roles
  const taken = new Set(Object.values(roles.value))
  const names = chooseNames(claim, parts)
  const input = inputOf(parts)
  const name = answers.name ?? nameOf(files.source)
  const { keypoints, colours, preprocessing, isFused = claim.isFused } = facts
  return ok({
    ...{ name, family: claim.family, layout: claim.layout, task: task.task, source: files.source },
    classNames: [...names.classNames],
    licence: answers.licence === undefined ? facts.licence : { name: answers.licence },
    ...(input && { input }),
    ...(keypoints && { keypoints }),
    ...(colours && { colours }),
    ...(preprocessing && { preprocessing }),
    ...(isFused !== undefined && { isFused }),
    suggestedId: suggestedId(claim, name),
    files: roles.value,
    unused: files.files.map(({ path }) => path).filter((path) => !taken.has(path)),
    questions: [parts.question ?? [], task.question ?? [], names.question ?? []].flat(),
    notes: [...found.notes, ...parts.notes],
  })
}

/** Files that networks read beside themselves, or that tell where they are from. */
const BESIDE: readonly (readonly [role: string, name: string | RegExp])[] = [
  ['tokenizer', 'tokenizer.json'],
  ['vocab', 'vocab.json'],
  ['merges', 'merges.txt'],
  ['bpe', /^bpe_simple_vocab.*\.txt(\.gz)?$/],
  ['vocabulary', /^vocabulary\.txt$/],
  ['config', 'config.json'],
  ['preprocessor', 'preprocessor_config.json'],
  ['licence', LICENCE_FILE],
]

function rolesOf({ files, claim, found }: Assembling): Result<Record<string, string>, Refusal> {
  const roles: Record<string, string> = {}
  for (const [role, path] of Object.entries(claim.networks)) {
    roles[role] = path
    for (const [place, data] of (found.data.get(path) ?? []).entries()) {
      roles[place === 0 ? `${role}-data` : `${role}-data-${place + 1}`] = data
    }
  }
  for (const [role, name] of BESIDE) {
    const path = pathOf(files, name)
    if (path !== undefined) roles[role] = path
  }
  const readsTexts = 'tokenizer' in roles || 'bpe' in roles || ('vocab' in roles && 'merges' in roles)
  if (claim.readsTexts === true && !readsTexts) return refuse('model-unrecognised', NO_TOKENIZER)
  if (claim.needs && !(claim.needs.role in roles)) return refuse('model-unrecognised', claim.needs.sentence)
  return ok(roles)
}

const NO_TOKENIZER =
  'The model reads texts, and nothing among the files says how. Drop its tokenizer.json with it, or vocab.json with merges.txt, or bpe_simple_vocab_16e6.txt.gz'

/** What the files say of the input, over what is usual for the family; a side that the network fixes is the network's. */
function inputOf({ claim, facts, networks }: Assembling): ModelInput | undefined {
  const said = facts.input ?? {}
  const usual = claim.family === 'classifier' && facts.isOldPackage ? { ...claim.input, ...CENTRED } : claim.input
  const { width, height, resize, padding = 0, channels = 'rgb', divisor = 255, mean, std } = { ...usual, ...said }
  if (!width || !height || !resize || !mean || !std) return undefined
  const first = networks.find(({ path }) => path === Object.values(claim.networks)[0])
  const picture = first && pictureInput(first.signature)
  const own = picture ? frameOf(picture, 0) : { width: 0, height: 0 }
  const sides = { width: own.width || width, height: own.height || height }
  return { ...sides, resize, padding, channels, divisor, mean, std }
}

/** Classifiers of the old engine, whose packages do not say it. */
const CENTRED: Pick<ModelInput, 'mean' | 'std'> = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }

function nameOf(source: string): string {
  return source.replace(/\.(onnx|zip)$/i, '').slice(0, 200) || 'Model'
}

/** Families that are asked for by ids of their own. */
const OWNERS: Readonly<Partial<Record<ModelFamily, string>>> = {
  clip: 'clip',
  'perception-encoder': 'perception_encoder',
  'grounding-dino': 'grounding_dino',
  doctr: 'doctr',
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
