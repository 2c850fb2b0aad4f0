import { ClassId, type ProjectSlug } from '#common/ids'
import { Options } from '../model/options.ts'

const KEY = 'tessera.annotate'

export function readOptions(): Options {
  return Options.parse(stored(KEY))
}

export function writeOptions(options: Options): void {
  localStorage.setItem(KEY, JSON.stringify(options))
}

/** The class that was armed last in a project. */
export function readClass(project: ProjectSlug): ClassId | undefined {
  return ClassId.safeParse(localStorage.getItem(`${KEY}.class.${project}`)).data
}

export function writeClass(project: ProjectSlug, classId: ClassId): void {
  localStorage.setItem(`${KEY}.class.${project}`, classId)
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}
