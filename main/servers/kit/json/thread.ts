import { isUtf8 } from 'node:buffer'
import { parentPort } from 'node:worker_threads'
import { readAsked } from './border.ts'
import { joinBody } from './gather.ts'
import { type ReadJson, readJson } from './read-json.ts'

/** The thread that reads large JSON bodies. */

const UNREAD: ReadJson = { kind: 'read', value: undefined }

parentPort?.on('message', (message: unknown) => {
  const { body, bounds, wanted } = readAsked(message)
  const bytes = joinBody(body)
  if (wanted.kind === 'text')
    return isUtf8(bytes) ? tell(UNREAD, bytes.toString('utf8')) : tell({ kind: 'not-utf8' }, '')
  const read = readJson(bytes, bounds)
  if (wanted.kind === 'value' || read.kind === 'excess' || read.kind === 'not-utf8') return tell(read, '')
  if (read.kind === 'read' && holdsText(read.value, wanted.member)) return tell(read, '')
  return tell(read.kind === 'read' ? UNREAD : read, bytes.toString('utf8'))
})

function tell(read: ReadJson, text: string): void {
  parentPort?.postMessage({ answer: { read, text } })
}

function holdsText(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'string'
}
