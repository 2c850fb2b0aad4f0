import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { slugOf } from '../../dataset/projects/rules.ts'

/** The full address of a project: that of its workspace may be left out. */
export interface SourceAddress {
  readonly workspace: string | undefined
  readonly project: string
}

/** Reads `workspace/project`, `project`, or a link to a project, as its first two parts say it. */
export function readSource(text: string): Result<SourceAddress, Refusal> {
  const path = /^https?:\/\//i.test(text) ? URL.parse(text)?.pathname : text
  const [first, second] = (path ?? '').split('/').filter((part) => part.trim() !== '')
  if (first === undefined) return notAnAddress(text)
  return ok(second === undefined ? { workspace: undefined, project: first } : { workspace: first, project: second })
}

function notAnAddress(text: string) {
  return refuse('project-address-malformed', { text: shorten(text) })
}

const MAX_NAME = 100

/** The name, or the first of `Cups 2`, `Cups 3` … whose address nobody has. */
export function freeName(name: string, isTaken: (slug: string) => boolean): { name: string; slug: string } {
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? '' : ` ${n}`
    // Short enough that the ending is never cut off the address, which is shorter than a name can be.
    const free = n === 1 ? name.slice(0, MAX_NAME) : `${name.slice(0, 50).trim()}${ending}`
    const slug = slugOf(free)
    if (!isTaken(slug)) return { name: free, slug }
  }
}
