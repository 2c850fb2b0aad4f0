import type { ExportVersion } from '#common/exports/model'
import { SPLITS } from '#common/split'
import type { ClassList, WrittenClass } from './class-names.ts'
import { byCodeUnit, type TextFile, textFile } from './files.ts'
import { createdAtText, licenseName, oneLine } from './version-facts.ts'

interface Written {
  readonly format: string
  /** The number of the first class in the files. */
  readonly firstClass: number
  /** Crowd and ignore regions that the format has no place for. */
  readonly crowdsLeftOut?: number
  /** Images on which nothing lies that the format has a place for. */
  readonly imagesLeftOut?: number
  /** Images without an object, where objects are written each by itself. */
  readonly nullsLeftOut?: number
  /** How other programs read the files, line by line. */
  readonly reading?: readonly string[]
}

/** The two files at the front of every archive: whose data it is, and how it was made. Importers skip `README*`. */
export function readmeFiles(written: Written, version: ExportVersion, classes: ClassList): readonly TextFile[] {
  return [
    textFile('README.dataset.txt', lines(datasetLines(version))),
    textFile('README.tessera.txt', lines(tesseraLines(written, version, classes))),
  ]
}

/** Five lines that other tools know. The second is the dataset's address on the web, and a local one has none. */
function datasetLines(version: ExportVersion): string[] {
  return [
    `# ${oneLine(version.projectName)} > ${oneLine(version.name)}`,
    '',
    '',
    'Provided by a Tessera user',
    `License: ${licenseName(version)}`,
  ]
}

function tesseraLines(
  { format, firstClass, crowdsLeftOut = 0, imagesLeftOut = 0, nullsLeftOut = 0, reading = [] }: Written,
  version: ExportVersion,
  classes: ClassList,
): string[] {
  return [
    `project: ${oneLine(version.projectName)}`,
    editionLine(version),
    `id: ${version.id}`,
    `created: ${createdAtText(version)}`,
    ...SPLITS.map((split) => `${split}: ${imagesOf(version.counts[split])}`),
    `format: ${format}`,
    ...classes.all.map((written, position) => classLine(written, firstClass + position)),
    ...(crowdsLeftOut > 0 ? [crowdLine(crowdsLeftOut)] : []),
    ...(imagesLeftOut > 0 ? [placelessLine(imagesLeftOut)] : []),
    ...(nullsLeftOut > 0 ? [`skipped: ${imagesOf(nullsLeftOut)} without an object`] : []),
    ...damagedLines(version.damaged ?? []),
    ...reading.map((line) => `reading: ${line}`),
    ...stepLines('preprocessing', version.preprocessing),
    ...stepLines('augmentation', version.augmentation),
  ]
}

function imagesOf(count: number): string {
  return count === 1 ? '1 image' : `${count} images`
}

function editionLine({ search, number, name }: ExportVersion): string {
  return (search === undefined ? `version: ${number} ${oneLine(name)}` : `search: ${oneLine(search)}`).trim()
}

/** Written as objects, they would teach a model something that is wrong. */
function crowdLine(count: number): string {
  const regions = count === 1 ? '1 crowd or ignore region' : `${count} crowd or ignore regions`
  return `skipped: ${regions} (not supported by this format)`
}

/** Written without a label, they would pass for background images. */
function placelessLine(count: number): string {
  if (count === 1) return 'skipped: 1 image (none of its shapes is supported by this format)'
  return `skipped: ${count} images (none of their shapes is supported by this format)`
}

const MOST_NAMED = 20

function damagedLines(names: readonly string[]): readonly string[] {
  const more = names.length - MOST_NAMED
  return [
    ...names.slice(0, MOST_NAMED).map((name) => `skipped: ${oneLine(name)} (its stored file is damaged or missing)`),
    ...(more === 1 ? ['skipped: 1 more image (its stored file is damaged or missing)'] : []),
    ...(more > 1 ? [`skipped: ${more} more images (their stored files are damaged or missing)`] : []),
  ]
}

function classLine({ name, original }: WrittenClass, number: number): string {
  return name === original ? `class ${number}: ${name}` : `class ${number}: ${name} (${oneLine(original)})`
}

function stepLines(kind: string, steps: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(steps)
    .filter((key) => isEnabled(steps[key]))
    .toSorted(byCodeUnit)
    .map((key) => `${kind}: ${key} ${JSON.stringify(steps[key], inKeyOrder)}`)
}

function isEnabled(step: unknown): boolean {
  if (step === undefined || step === null || step === false) return false
  return !(isRecord(step) && step['enabled'] === false)
}

/** For `JSON.stringify`: the same settings give the same text, however they were put together. */
function inKeyOrder(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byCodeUnit(a, b)))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}

/**
 * How Ultralytics comes by the images of its NDJSON. An address of this station would need an API key in every archive, and its host has
 * the originals alone, not what the steps of a version made of them: so `url` is the path in the archive.
 */
export function notesForNdjson(isOfClasses: boolean): readonly string[] {
  return [
    'each "url" is the path of its image in this archive; unpack the archive and keep the files together',
    isOfClasses
      ? 'for classification, Ultralytics downloads each "url", which does not work with paths'
      : 'Ultralytics finds the images by "path" beside the file; versions without support for "path" download each "url"',
    'to use addresses, serve the unpacked folder (for example with "python3 -m http.server 8000") and put "http://127.0.0.1:8000/" before each "url"',
  ]
}
