import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { faultInLines, type LineFault } from '../../../labels/kit/limits.ts'
import { describedBy } from './data-yaml.ts'
import { readYaml } from './yaml.ts'

/** The fault of a file that names the classes of YOLO text files; undefined where it is sound. */
export function namesFault(path: string, text: string): Message | undefined {
  const plain = text.replace(/^\uFEFF/, '')
  const fault = faultInLines(plain) ?? (/\.ya?ml$/i.test(path) ? faultInYaml(plain) : undefined)
  if (fault) return message('class-file-unreadable', { line: fault.line }, fault.reason)
  return namesClasses(path, plain) ? undefined : NAMELESS
}

/** About a file whose classes have numbers only. */
export const NAMELESS = message('class-file-nameless')

function faultInYaml(text: string): LineFault | undefined {
  const yaml = readYaml(text)
  return yaml.ok ? undefined : yaml.error
}

function namesClasses(path: string, text: string): boolean {
  if (!/\.ya?ml$/i.test(path)) return /\S/.test(text)
  const yaml = readYaml(text)
  const described = yaml.ok ? describedBy(yaml.value, '') : undefined
  return [...(described?.names.values() ?? [])].some((name) => name !== '')
}
