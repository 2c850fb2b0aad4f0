import { type Refusal, refuse } from '#common/errors'
import { MODEL_ALIASES } from '#common/inference/aliases'
import { type ModelFamily, ModelId } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { InstalledModel, ModelShelf } from './ports.ts'

/** Which model a request is for. */
export type ModelWish =
  /** One by its id, or by an alias of it. */
  { readonly kind: 'named'; readonly id: string } | FamilyWish

/** One of families that do the same, where the request need not say which. */
export interface FamilyWish {
  readonly kind: 'family'
  /** Families that can do it, the preferred first. */
  readonly families: readonly ModelFamily[]
  /** The id that the request asks for by its version, or that is asked for when it names none. */
  readonly usual: string
  /** Whether another installed one of the families may serve when the usual one is not there. */
  readonly mayBeOther: boolean
}

export interface ChosenModel {
  readonly model: InstalledModel
  /** Name of the model in the request, where that is not its id. */
  readonly alias?: string
  /** It stands in for the usual one, which is not installed. */
  readonly isOther: boolean
}

export interface Choosing {
  readonly shelf: ModelShelf
  /** Models that come with the program; the library's own of the same id stand before them. */
  readonly builtIns: readonly InstalledModel[]
}

/** Finds the installed model that serves a wish. */
export async function chooseModel(choosing: Choosing, wish: ModelWish): Promise<Result<ChosenModel, Refusal>> {
  return wish.kind === 'named' ? chooseNamed(choosing, wish.id) : chooseOfFamilies(choosing, wish)
}

async function chooseNamed(choosing: Choosing, asked: string): Promise<Result<ChosenModel, Refusal>> {
  const id = MODEL_ALIASES.get(asked) ?? asked
  if (!ModelId.safeParse(id).success) return noId(asked)
  const model = await find(choosing, id)
  if (model === undefined) return notThere(choosing, id, asked)
  return ok({ model, isOther: false, ...(id !== asked && { alias: asked }) })
}

async function chooseOfFamilies(
  choosing: Choosing,
  { families, usual, mayBeOther }: FamilyWish,
): Promise<Result<ChosenModel, Refusal>> {
  const model = ModelId.safeParse(usual).success ? await find(choosing, usual) : undefined
  if (model !== undefined && families.includes(model.manifest.family)) return ok({ model, isOther: false })
  const other = mayBeOther ? await firstOf(choosing, families, usual) : undefined
  return other ? ok({ model: other, isOther: true }) : notThere(choosing, usual)
}

/** Of the preferred family; there one of the usual owner before all others. */
async function firstOf(
  { shelf, builtIns }: Choosing,
  families: readonly ModelFamily[],
  usual: string,
): Promise<InstalledModel | undefined> {
  const all = [...(await shelf.list()), ...builtIns]
  const [owner = ''] = usual.split('/')
  const rank = ({ manifest: { id, family } }: InstalledModel) =>
    2 * families.indexOf(family) + (id.startsWith(`${owner}/`) ? 0 : 1)
  const able = all.filter(({ manifest }) => families.includes(manifest.family))
  return able.toSorted((one, other) => rank(one) - rank(other))[0]
}

async function find({ shelf, builtIns }: Choosing, id: string): Promise<InstalledModel | undefined> {
  return (await shelf.find(id)) ?? builtIns.find(({ manifest }) => manifest.id === id)
}

function noId(asked: string) {
  return refuse('model-id-malformed', { text: shorten(asked) })
}

/** Files that somebody put there are told from a model that is not there at all. */
async function notThere({ shelf }: Choosing, id: string, asked = id): Promise<Result<never, Refusal>> {
  const fault = await shelf.fault(id)
  if (fault === undefined) return notInstalled(id, asked)
  return refuse('model-files-unusable', {}, fault)
}

function notInstalled(id: string, asked = id) {
  const name = id === asked ? message('model-quoted', { id }) : message('model-asked-as', { id, asked })
  return refuse('model-not-installed', { name, id })
}
