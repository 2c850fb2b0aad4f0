import type { ProjectType } from '#common/contract/projects'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { isPackedPath, isStuffMaskPath } from '#core/exchange/datasets/places'
import {
  type DatasetFile,
  DatasetFileError,
  type DatasetFiles,
  type DatasetFinding,
  type DatasetProblem,
} from '#core/exchange/datasets/ports'
import type { RecognisedFormat } from '#core/exchange/datasets/recognise'
import { classFolders } from '../class-folders.ts'
import { oneMaskOfEachFolder } from '../masks/beside.ts'
import { pairedMasks } from '../masks/tableless.ts'
import { baseName, endingOf, folderOf, isAside } from '../paths.ts'
import { isPetsList } from '../pets-lists.ts'
import { strangerReason } from '../strangers.ts'
import { faultOf } from './faults.ts'

/** Kinds of files in which annotations are kept. */
const LABEL_ENDINGS = new Set([
  '.txt',
  '.json',
  '.jsonl',
  '.ndjson',
  '.geojson',
  '.xml',
  '.csv',
  '.tsv',
  '.yaml',
  '.yml',
  '.tfrecord',
  '.tfrecords',
  '.record',
])

/** Texts that people and programs put beside datasets. */
const ABOUT = /^(?:readme|licen[cs]e|copying|changelog)(?:[._-].*)?\.(?:txt|md)$|^(?:requirements|notes?)\.txt$/i

/** Of more files of one kind in one folder the number is told. */
const MOST_NAMED = 50

interface Choice {
  /** The format that is read; undefined where the files are of no known one. */
  readonly chosen: RecognisedFormat | undefined
  readonly candidates: readonly RecognisedFormat[]
}

/** All that the chosen format says, and then every file that looks like annotations and was not read for it, each with the reason. */
export async function* readAndNameUnused(
  { chosen, candidates }: Choice,
  dataset: DatasetFiles,
  type?: ProjectType,
): AsyncGenerator<DatasetFinding> {
  const used = new Set(chosen?.labels.map(({ path }) => path))
  const told = new Set<string>()
  if (chosen) {
    for await (const finding of chosen.importer.read(chosen.labels, noting(dataset, used), type)) {
      if ('reason' in finding) told.add(finding.path)
      yield finding
    }
  }
  const companions = chosen?.importer.companions
  const isLeft = (path: string) => !used.has(path) && !told.has(path) && companions?.test(path) !== true
  const left = dataset.files.filter(({ path }) => isLeft(path) && isLabelLike(path))
  yield* stuffMasks(dataset)
  if (chosen) yield* masksBesideOthers(dataset, chosen)
  yield* inGroups(await reasonsOf(left, { chosen, candidates }, dataset))
  if (candidates.length === 0) yield* classFolders(dataset, type)
  yield* others(dataset.files.filter(({ path }) => isLeft(path) && isOther(path)))
}

/** A file that is neither an image nor annotations nor something that people and programs put beside them. */
function isOther(path: string): boolean {
  return (
    !isImageName(path) && !isLabelLike(path) && !isPackedPath(path) && !isAside(path) && !ABOUT.test(baseName(path))
  )
}

/** So many names of other files stand in the list. */
const MOST_OTHERS = 20

function* others(files: readonly DatasetFile[]): Generator<DatasetProblem> {
  if (files.length === 0) return
  const names = files.slice(0, MOST_OTHERS).map(({ path }) => path)
  const path = [...names, ...(files.length > MOST_OTHERS ? ['…'] : [])].join(', ')
  yield { path, isNote: true, reason: message('files-not-used', { count: files.length }) }
}

/** Each folder of them once. */
function* stuffMasks({ files }: DatasetFiles): Generator<DatasetProblem> {
  const masks = files.filter(({ path }) => isStuffMaskPath(path) && !isAside(path))
  for (const [first] of Map.groupBy(masks, ({ path }) => folderOf(path)).values()) {
    if (first) yield { path: first.path, reason: message('stuff-masks-not-used') }
  }
}

/** Masks of another format than the one that is read, each folder once. */
async function* masksBesideOthers(dataset: DatasetFiles, chosen: RecognisedFormat): AsyncGenerator<DatasetProblem> {
  const reason = message('masks-not-used', {}, readAs(chosen))
  for (const { path } of oneMaskOfEachFolder(dataset.files, chosen.importer.id)) yield { path, isNote: true, reason }
  const { readable, unused } = await pairedMasks(dataset)
  const own = new Set(chosen.labels)
  const others = [...readable.keys(), ...unused.keys()].filter((file) => !own.has(file))
  for (const [first] of Map.groupBy(others, ({ path }) => folderOf(path)).values())
    if (first) yield { path: first.path, isNote: true, reason: unused.get(first) ?? reason }
}

/** The files, with a note of each that is read. */
function noting(dataset: DatasetFiles, used: Set<string>): DatasetFiles {
  return {
    ...dataset,
    read(file) {
      used.add(file.path)
      return dataset.read(file)
    },
  }
}

function isLabelLike(path: string): boolean {
  if (isImageName(path) || isAside(path) || ABOUT.test(baseName(path))) return false
  return LABEL_ENDINGS.has(endingOf(path)) || strangerReason(path) !== undefined
}

async function reasonsOf(
  files: readonly DatasetFile[],
  { chosen, candidates }: Choice,
  dataset: DatasetFiles,
): Promise<readonly DatasetProblem[]> {
  const others = new Set(
    candidates.flatMap(({ importer, labels }) =>
      importer.id === chosen?.importer.id ? [] : labels.map(({ path }) => path),
    ),
  )
  const reasons: DatasetProblem[] = []
  for (const file of files) {
    const { path } = file
    const isKnown = others.has(path) || (await isPetsList(file, dataset))
    const otherwise = chosen && isKnown ? message('file-not-used', {}, readAs(chosen)) : undefined
    const reason = strangerReason(path) ?? otherwise
    if (reason === undefined) reasons.push(await problemOf(file, dataset))
    else reasons.push({ path, reason, ...(otherwise === reason && { isNote: true }) })
  }
  return reasons
}

function readAs({ importer }: RecognisedFormat): Message {
  return message('dataset-read-as', { title: importer.title })
}

async function problemOf(file: DatasetFile, dataset: DatasetFiles): Promise<DatasetProblem> {
  const fault = await caught(file, dataset)
  if (fault) return fault
  return { path: file.path, reason: message('file-without-annotations') }
}

async function caught(file: DatasetFile, dataset: DatasetFiles): Promise<DatasetProblem | undefined> {
  try {
    return await faultOf(file, dataset)
  } catch (failure) {
    if (failure instanceof DatasetFileError) return { path: file.path, reason: failure.refusal }
    throw failure
  }
}

/** Thousands of files of one kind are one thing to read. */
function* inGroups(problems: readonly DatasetProblem[]): Generator<DatasetProblem> {
  const alike = Map.groupBy(problems, ({ path, reason }) => JSON.stringify([folderOf(path), endingOf(path), reason]))
  for (const each of alike.values()) {
    const isAll = each.length <= MOST_NAMED + 1
    yield* isAll ? each : each.slice(0, MOST_NAMED)
    const last = isAll ? undefined : each.at(MOST_NAMED)
    if (last) yield { ...last, reason: message('more-files-not-used', { count: each.length - MOST_NAMED - 1 }) }
  }
}
