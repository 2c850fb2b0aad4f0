import { type Refusal, refuse } from '#common/errors'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { ok, type Result } from '#common/result'
import type { DraftFiles } from '#core/models/store/ports'
import type { Network } from '../claim.ts'
import { namesIn, namesInLines } from './class-names.ts'
import type { ModelFacts } from './facts.ts'
import { licenceOf } from './licence.ts'
import { metadataFacts } from './metadata.ts'
import { environmentFacts, inferenceConfigFacts, keypointFacts, modelConfigFacts } from './package.ts'
import { configFacts, preprocessorFacts } from './transformers.ts'

/** Files that say something are small. */
const MOST_BYTES = 8 * 1024 ** 2

export interface GatheredFacts extends ModelFacts {
  readonly licence: { readonly name: string; readonly url?: string }
  /** It came as a package of the old kind, whose classifiers have values of their own. */
  readonly isOldPackage: boolean
}

/** The path of a file by its name, the one nearest to the root where there are several. */
export function pathOf({ files }: DraftFiles, name: string | RegExp): string | undefined {
  const depth = (path: string) => path.split('/').length
  const isNamed = (path: string) => {
    const last = path.split('/').at(-1) ?? ''
    return typeof name === 'string' ? last === name : name.test(last)
  }
  const found = files.map(({ path }) => path).filter(isNamed)
  return found.toSorted((one, other) => depth(one) - depth(other))[0]
}

/** Everything that the files beside the networks and the networks themselves say. A file that is broken is refused. */
export async function gatherFacts(
  files: DraftFiles,
  networks: readonly Network[],
): Promise<Result<GatheredFacts, Refusal>> {
  const texts = await readTexts(files)
  if (!texts.ok) return texts
  const { json, text } = texts.value
  const environment = environmentFacts(json.get('environment.json'))
  const config = inferenceConfigFacts(json.get('inference_config.json'))
  if (json.has('environment.json') && environment === undefined) return broken('environment.json')
  if (json.has('inference_config.json') && config === undefined) return broken('inference_config.json')
  const { classMap, ...old } = environment ?? {}
  const told = { ...old, ...config, ...listedNames(text, classMap) }
  const facts = firstHeard([told, ...configured(json), ...networks.map(spoken)])
  const points = keypointFacts(json.get('keypoints_metadata.json'), facts.classNames ?? [])
  return ok({ ...facts, ...points, licence: licenceIn(texts.value, networks), isOldPackage: environment !== undefined })
}

function listedNames(text: Texts['text'], classMap: unknown): ModelFacts {
  const classNames = namesInLines(text.get('class_names.txt') ?? '') ?? namesIn(classMap)
  return classNames ? { classNames } : {}
}

function firstHeard(sources: readonly ModelFacts[]): ModelFacts {
  return sources.reduceRight<ModelFacts>((later, earlier) => ({ ...later, ...earlier }), {})
}

function configured(json: Texts['json']): readonly ModelFacts[] {
  return [
    modelConfigFacts(json.get('model_config.json') ?? json.get('model_type.json')),
    configFacts(json.get('config.json')),
    preprocessorFacts(json.get('preprocessor_config.json')),
  ]
}

function spoken({ signature }: Network): ModelFacts {
  return metadataFacts(signature.metadata)
}

function licenceIn({ text }: Texts, networks: readonly Network[]) {
  const metadata = networks.flatMap(({ signature }) => signature.metadata['license'] ?? [])
  return licenceOf([text.get('LICENSE') ?? '', text.get('README.md') ?? '', ...metadata])
}

interface Texts {
  readonly json: ReadonlyMap<string, unknown>
  readonly text: ReadonlyMap<string, string>
}

/** The name of a file with a licence. */
export const LICENCE_FILE = /^licen[cs]e([._-].*)?$/i

const JSON_FILES = [
  'environment.json',
  'inference_config.json',
  'model_config.json',
  'model_type.json',
  'keypoints_metadata.json',
  'config.json',
  'preprocessor_config.json',
]
const TEXT_FILES: readonly (readonly [string, string | RegExp])[] = [
  ['class_names.txt', 'class_names.txt'],
  ['README.md', /^readme(\.md)?$/i],
  ['LICENSE', LICENCE_FILE],
]

async function readTexts(files: DraftFiles): Promise<Result<Texts, Refusal>> {
  const json = new Map<string, unknown>()
  const text = new Map<string, string>()
  for (const [name, pattern] of TEXT_FILES) {
    const path = pathOf(files, pattern)
    if (path !== undefined) text.set(name, await readText(files, path))
  }
  for (const name of JSON_FILES) {
    const path = pathOf(files, name)
    if (path === undefined) continue
    const value = parseBounded(await readText(files, path), SMALL_FILE)
    if (value === undefined) return refuse('model-json-invalid', { path })
    json.set(name, value)
  }
  return ok({ json, text })
}

async function readText(files: DraftFiles, path: string): Promise<string> {
  return new TextDecoder().decode(await files.read(path, 0, MOST_BYTES))
}

function broken(name: string) {
  return refuse('model-package-broken', { name })
}
