import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deeperAt } from '#common/json/bounds'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import type { EventSchemaShelf, JsonSchema, RegisteredSchema } from '#core/events/ports'
import { makeFolder } from '#disk/make-folder'
import { syncFolder } from '../blobs/durable-files.ts'
import { asDiskFull } from '../kit/disk-full.ts'
import { type SchemaEngine, unusable } from './schemas/engine.ts'

const ENDING = '.json'
const UNFINISHED = '.unfinished'
/** Maximum length of a file name, which is the limit of most file systems. */
const MOST_NAME_BYTES = 240
const MOST_BYTES = 256 * 1024
const MOST_SCHEMAS = 1000
const MOST_LEVELS = 100

/** A schema as read from its file. */
interface Shelved {
  readonly name: string
  /** Stamp of the file; when it changes, the file is read again. */
  readonly stamp: string
  readonly text: string
  readonly schema: JsonSchema | undefined
  /** Returns why the file is not a usable JSON Schema; compiled on first use. */
  readonly fault: () => Promise<Message | undefined>
}

export interface SchemaFolderOptions {
  readonly engine: SchemaEngine
  /** Called once for each unusable file. */
  readonly warn: (sentence: string) => void
  readonly isReadOnly?: boolean
}

/**
 * JSON Schemas as files `<name>.json` of a folder. Users may change files at any time, so each use of a schema first
 * checks whether its file has changed.
 */
export async function openSchemaFolder(
  folder: string,
  { engine, warn, isReadOnly = false }: SchemaFolderOptions,
): Promise<EventSchemaShelf> {
  if (!isReadOnly) {
    await makeFolder(folder)
    await sweepUnfinished(folder)
  }
  const shelf = new Map<string, Shelved>()
  const inTurn = oneAfterTheOther()

  /** Returns the current schema in the folder. */
  function lookUp(name: string): Shelved | undefined {
    const stamp = isFileName(name) ? stampOf(pathOf(name)) : undefined
    if (stamp === undefined) shelf.delete(name)
    const known = shelf.get(name)
    return stamp === undefined || known?.stamp === stamp ? known : readAnew(name, stamp)
  }

  function readAnew(name: string, stamp: string): Shelved | undefined {
    // Some file systems ignore case, so the exact name is checked.
    if (!readdirSync(folder).includes(name + ENDING)) return undefined
    const read = readShelved(pathOf(name))
    const fault = once(async () => {
      const found = read.fault ?? (await engine.fault({ name, text: read.text }))
      if (found !== undefined) warn(`${pathOf(name)} cannot be used as a JSON Schema: ${sentenceOf(found)}`)
      return found
    })
    const shelved = { name, stamp, fault, text: read.text, schema: read.schema }
    shelf.set(name, shelved)
    return shelved
  }

  async function misfit(name: string, data: Readonly<Record<string, unknown>>): Promise<Message | undefined> {
    const found = lookUp(name)
    const fault = await found?.fault()
    if (found === undefined) return undefined
    return fault === undefined ? engine.misfit(found, data) : unusable(fault)
  }

  const pathOf = (name: string) => join(folder, name + ENDING)

  function list(): Shelved[] {
    const names = filesIn(folder).flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []))
    return names
      .toSorted()
      .map(lookUp)
      .filter((found) => found !== undefined)
  }

  async function put(name: string, schema: JsonSchema): Promise<Result<'created' | 'replaced', Message>> {
    const text = `${JSON.stringify(schema, null, 2)}\n`
    if (Buffer.byteLength(text) > MOST_BYTES) return err(message('event-schema-too-many-bytes', { most: MOST_BYTES }))
    const fault = await engine.fault({ name, text })
    if (fault !== undefined) return err(fault)
    const isNew = lookUp(name) === undefined
    if (isNew && list().length >= MOST_SCHEMAS) return err(message('event-schemas-full', { most: MOST_SCHEMAS }))
    await writeInPlace(pathOf(name), text)
    await syncFolder(folder)
    return ok(isNew ? 'created' : 'replaced')
  }

  async function remove(name: string): Promise<boolean> {
    if (lookUp(name) === undefined) return false
    await rm(pathOf(name), { force: true })
    await syncFolder(folder)
    return true
  }

  return {
    has: (name) => lookUp(name) !== undefined,
    misfit,
    list: () => Promise.all(list().map(registered)),
    async read(name) {
      const found = lookUp(name)
      return found && registered(found)
    },
    put: (name, schema) => inTurn(() => put(name, schema)),
    remove: (name) => inTurn(() => remove(name)),
  }
}

async function registered({ name, schema, fault }: Shelved): Promise<RegisteredSchema> {
  return { name, schema, fault: await fault() }
}

interface ReadFile {
  readonly text: string
  readonly schema: JsonSchema | undefined
  readonly fault: Message | undefined
}

function readShelved(path: string): ReadFile {
  const read = readText(path)
  if (!read.ok) return { text: '', schema: undefined, fault: read.error }
  const text = read.value
  if (deeperAt(text, MOST_LEVELS) !== undefined)
    return { text, schema: undefined, fault: message('event-schema-too-deep', { most: MOST_LEVELS }) }
  try {
    const schema: unknown = JSON.parse(text)
    return { text, schema: isObject(schema) ? schema : undefined, fault: undefined }
  } catch {
    return { text, schema: undefined, fault: message('event-schema-not-json') }
  }
}

function readText(path: string): Result<string, Message> {
  try {
    const bytes = readFileSync(path)
    if (bytes.length > MOST_BYTES) return err(message('event-schema-too-many-bytes', { most: MOST_BYTES }))
    // An editor may have added a byte order mark.
    return ok(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return err(message('event-schema-file-unreadable'))
  }
}

/** Runs work once, and again only after a failure. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined
  return () => {
    done ??= work().catch((failure: unknown) => {
      done = undefined
      throw failure
    })
    return done
  }
}

/** Returns whether a name stays inside the folder. */
function isFileName(name: string): boolean {
  return /^[^/\\\0]+$/.test(name) && Buffer.byteLength(name) <= MOST_NAME_BYTES
}

/** Returns a stamp that changes with the file; undefined when there is none. */
function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeNs}` : undefined
}

/** A read-only store may have no folder. */
function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Deletes files that a killed process left half written. */
async function sweepUnfinished(folder: string): Promise<void> {
  const left = readdirSync(folder).filter((file) => file.endsWith(UNFINISHED))
  await Promise.all(left.map((file) => rm(join(folder, file), { force: true })))
}

/** Writes a temporary file and renames it, so that a crash leaves the old or the new file. */
async function writeInPlace(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomUUID()}${UNFINISHED}`
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(text)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (failure) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw asDiskFull(failure)
  }
}

function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
