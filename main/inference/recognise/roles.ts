import { type Refusal, refuse } from '#common/errors'
import { err, ok, type Result } from '#common/result'
import type { DraftFiles } from '#core/models/store/ports'
import type { Claim } from './claim.ts'
import { dictionaryAmong } from './dictionary.ts'
import { LICENCE_FILE, pathOf } from './facts/gather.ts'
import type { FoundNetworks } from './networks.ts'

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

type Roles = Readonly<Record<string, string>>

/** The part that each file plays. Refuses a model to which a file is missing. */
export async function rolesOf(
  files: DraftFiles,
  claim: Claim,
  { data }: FoundNetworks,
): Promise<Result<Roles, Refusal>> {
  const networks = Object.entries(claim.networks).flatMap(([role, path]) => [
    [role, path],
    ...(data.get(path) ?? []).map((further, place) => [
      place === 0 ? `${role}-data` : `${role}-data-${place + 1}`,
      further,
    ]),
  ])
  const beside = BESIDE.flatMap(([role, name]) => {
    const path = pathOf(files, name)
    return path === undefined ? [] : [[role, path]]
  })
  const dictionary = claim.dictionary ? await dictionaryAmong(files, claim.dictionary) : ok({})
  if (!dictionary.ok) return dictionary
  const roles: Roles = { ...Object.fromEntries([...networks, ...beside]), ...dictionary.value }
  if (claim.readsTexts === true && !hasTokenizer(roles)) return refuse('tokenizer-missing')
  if (claim.needs && !(claim.needs.role in roles)) return err(claim.needs.refusal)
  return ok(roles)
}

function hasTokenizer(roles: Roles): boolean {
  return 'tokenizer' in roles || 'bpe' in roles || ('vocab' in roles && 'merges' in roles)
}
