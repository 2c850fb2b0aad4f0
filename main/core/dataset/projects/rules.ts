import anyAscii from 'any-ascii'
import { brand } from '#common/border'
import { ProjectSlug } from '#common/ids'

/** Names that stand for routes below `/{workspace}/`, so no project may have them (wire reference, transport rules). */
const RESERVED = new Set(
  (
    'projects images search groups trash workflows api-keys asynctasks models upload devices model-evals agent stats ' +
    'billing-usage-report createworkflow updateworkflow forkworkflow workflowtoken'
  ).split(' '),
)

/** Whether the word stands for an operation below a workspace, where projects stand too. */
export function isReserved(word: string): boolean {
  return RESERVED.has(word.toLowerCase())
}

/** First path segments of the management API that are not workspaces. */
const RESERVED_WORKSPACES = new Set(
  'dataset models universe usage videoinfer video-upload-signed-url catalog docs redoc openapi-json'.split(' '),
)

/** The address of a workspace made from its name. */
export function workspaceSlugOf(name: string): string {
  const slug = slugOf(name)
  return RESERVED_WORKSPACES.has(slug) ? `${slug}-workspace` : slug
}

/** Whether a workspace can have the address: the names of operations at the root are kept free. */
export function isWorkspaceSlug(text: string): boolean {
  return workspaceSlugOf(text) === text
}

/**
 * The address of a project made from its name: lower case, words joined by dashes, at most 64 characters. The same name always
 * gives the same slug. Letters of other scripts are spelled in Latin ones; names that only hold symbols are spelled where
 * symbols have a name, and are "untitled" else.
 */
export function slugOf(name: string): string {
  const slug = toSlug(spell(name, isLetter)) || toSlug(spell(name, () => true))
  return slug === '' ? 'untitled' : RESERVED.has(slug) ? `${slug}-project` : slug
}

const MAX_SLUG = 64

const isLetter = (character: string) => /[\p{L}\p{N}\p{M}]/u.test(character)

/** In plain Latin letters; a dash stands for characters that are not to be spelled. */
function spell(name: string, isSpelled: (character: string) => boolean): string {
  return Array.from(name.normalize('NFKC'), (character) => {
    const bare = character.normalize('NFKD').replace(/\p{Mn}/gu, '')
    if (bare !== '' && /^[ -~]*$/.test(bare)) return bare
    return isSpelled(character) ? anyAscii(character) : '-'
  }).join('')
}

function toSlug(spelled: string): string {
  return spelled
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_SLUG)
    .replace(/-+$/, '')
}

/** The address, or the first of `cups-2`, `cups-3` … that is free. */
export function freeSlug(wanted: ProjectSlug, isTaken: (slug: string) => boolean): ProjectSlug {
  if (!isTaken(wanted)) return wanted
  for (let n = 2; ; n += 1) {
    const ending = `-${n}`
    const slug = `${wanted.slice(0, MAX_SLUG - ending.length).replace(/-+$/, '')}${ending}`
    if (!isTaken(slug)) return brand<ProjectSlug>(slug)
  }
}

/** Names as they are stored and compared: the same text however its accents were typed. */
export function normalName(name: string): string {
  return name.normalize('NFC')
}

/** Whether people would take the two names for one. */
export function isSameName(one: string, other: string): boolean {
  return normalName(one).toLowerCase() === normalName(other).toLowerCase()
}

/** The slug a caller wrote, or undefined when no project can have it. */
export function readSlug(text: string): ProjectSlug | undefined {
  const parsed = ProjectSlug.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

/** Class names as they are stored: composed, trimmed, inner white space collapsed (wire reference §4.3). */
export function cleanClassName(name: string): string {
  return withPlainSpaces(normalName(name))
}

/** The name without white space around it, and with one space for any inside it. */
export function withPlainSpaces(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}
