import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { ProjectSlug } from '#common/ids'

export type ProjectPage = (typeof PROJECT_PAGES)[number]

const PROJECT_PAGES = [
  'images',
  'annotate',
  'sort',
  'batches',
  'versions',
  'new-version',
  'version-diff',
  'health',
] as const

/** Pages outside projects, by their names in the address. */
const OWN_PAGES = ['settings', 'trash', 'catalog', 'connections', 'models', 'playground', 'events'] as const

export type OwnPage = 'home' | (typeof OWN_PAGES)[number]

/** The current address. `params` is the part after `?`. */
export type Route =
  | { [Page in OwnPage]: { readonly page: Page; readonly params: URLSearchParams } }[OwnPage]
  | ProjectRoute

export interface ProjectRoute {
  readonly page: ProjectPage
  readonly project: ProjectSlug
  readonly params: URLSearchParams
}

const SEGMENTS: Readonly<Record<ProjectPage, string>> = {
  images: 'images',
  annotate: 'annotate',
  sort: 'sort',
  batches: 'batches',
  versions: 'versions',
  'new-version': 'versions/new',
  'version-diff': 'versions/diff',
  health: 'health',
}

type Params = Readonly<Record<string, string | number | undefined>>

/**
 * Returns the address of a page, such as `#/p/citrus/annotate?image=…` for `projectHref('citrus', 'annotate', { image
 * })`.
 */
export function projectHref(project: ProjectSlug, page: ProjectPage, params: Params = {}): string {
  return `#/p/${project}/${SEGMENTS[page]}${queryText(params)}`
}

export const HOME_HREF = '#/'
export const SETTINGS_HREF = '#/settings'
export const TRASH_HREF = '#/trash'
export const CATALOG_HREF = '#/catalog'
export const CONNECTIONS_HREF = '#/connections'
export const MODELS_HREF = '#/models'
export const PLAYGROUND_HREF = '#/playground'
export const EVENTS_HREF = '#/events'

/** Returns the address of the playground with a model, and optionally an image of a project. */
export function playgroundHref(params: { model?: string; project?: ProjectSlug; image?: string }): string {
  return `${PLAYGROUND_HREF}${queryText(params)}`
}

export function navigate(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (href === location.hash) return
  if (!replace) {
    location.hash = href
    return
  }
  history.replaceState(history.state, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** Sets parameters of the address, or removes those that are undefined, without a history entry. */
export function setParams(params: Params): void {
  const [path = '#/', query = ''] = location.hash.split('?')
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) next.delete(name)
    else next.set(name, String(value))
  }
  const text = next.toString()
  navigate(text === '' ? path : `${path}?${text}`, { replace: true })
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => parseRoute(hash), [hash])
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const params = new URLSearchParams(query)
  const own = OWN_PAGES.find((each) => each === path)
  if (own !== undefined) return { page: own, params }
  const [, slug, rest] = /^p\/([^/]+)\/(.+)$/.exec(path) ?? []
  const project = ProjectSlug.safeParse(slug)
  const page = PROJECT_PAGES.find((each) => SEGMENTS[each] === rest)
  return project.success && page !== undefined ? { page, project: project.data, params } : { page: 'home', params }
}

export interface LinkProps {
  readonly href: string
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly label?: string | undefined
  /** Called before the page changes. */
  readonly onFollow?: (() => void) | undefined
}

/** A link within this window. */
export function Link({ href, children, className, label, onFollow }: LinkProps) {
  return (
    <a href={href} className={className} aria-label={label} draggable={false} onClick={onFollow}>
      {children}
    </a>
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function queryText(params: Params): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
