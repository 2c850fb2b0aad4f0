import { ProjectSlug } from '#common/ids'

/** Names that stand for routes below `/{workspace}/`, so no project may have them (wire reference, transport rules). */
const RESERVED = new Set(
  (
    'projects images search groups trash workflows api-keys asynctasks models upload devices model-evals agent stats ' +
    'billing-usage-report createworkflow updateworkflow forkworkflow workflowtoken'
  ).split(' '),
)

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
 * gives the same slug, so that scripts can ask for a project by its name; names in other scripts get a few letters of their own.
 */
export function slugOf(name: string): string {
  const plain = toPlainLatin(name)
  const slug = toSlug(plain, MAX_SLUG)
  if (FOREIGN.test(plain))
    return [toSlug(plain, MAX_SLUG - FINGERPRINT - 1), fingerprint(plain)].filter(Boolean).join('-')
  return slug === '' ? 'untitled' : RESERVED.has(slug) ? `${slug}-project` : slug
}

const MAX_SLUG = 64
/** Characters of a fingerprint. */
const FINGERPRINT = 7
/** Letters and digits that no address holds. */
const FOREIGN = /[^a-z0-9\P{L}]|[^a-z0-9\P{N}]/u

/** Latin letters that are not a letter with a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

function toPlainLatin(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED[letter] ?? letter)
}

function toSlug(plain: string, most: number): string {
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, most)
    .replace(/-+$/, '')
}

/** Tells names in other scripts apart, always alike for the same name (FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36).padStart(FINGERPRINT, '0')
}

/** The slug a caller wrote, or undefined when no project can have it. */
export function readSlug(text: string): ProjectSlug | undefined {
  const parsed = ProjectSlug.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

/** Class names as they are stored: trimmed, inner white space collapsed (wire reference §4.3). */
export function cleanClassName(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}
