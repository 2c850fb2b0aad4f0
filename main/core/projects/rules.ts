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

/**
 * The address of a project made from its name: lower case, words joined by dashes, at most 64 characters.
 * The same name always gives the same slug, so that scripts can ask for a project by its name.
 */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'untitled' : RESERVED.has(slug) ? `${slug}-project` : slug
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
