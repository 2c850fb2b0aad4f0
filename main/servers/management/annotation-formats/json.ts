import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import { unreadable } from './reading.ts'

/** Numbers of annotation files come as texts too. */
export const FileNumber = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number())

/** The file name without folders, to tell pictures of a document apart. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/** A parsed document in a known shape; the refusal says where it differs. */
export function readShape<Shape>(schema: z.ZodType<Shape>, document: unknown): Result<Shape, Refusal> {
  const parsed = schema.safeParse(document)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return unreadable(issue ? `${place(issue.path)}: ${issue.message}` : 'it is not understood')
}

/** `annotations[3].bbox`. */
function place(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** The entry about the picture: the only one, or the one that bears its name. */
export function entryFor<Entry>(
  entries: readonly Entry[],
  picture: string,
  nameOf: (entry: Entry) => string,
): Result<Entry, Refusal> {
  const [only, another] = entries
  if (only === undefined) return unreadable('it describes no picture')
  if (another === undefined) return ok(only)
  const named = entries.find((entry) => baseName(nameOf(entry)) === picture)
  return named ? ok(named) : unreadable(`it describes ${entries.length} pictures, none of them called ${picture}`)
}
