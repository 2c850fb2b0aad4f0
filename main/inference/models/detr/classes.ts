import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'

/** The class of a column of scores. */
export interface ColumnClass {
  readonly className: string
  /** Place in the list that the model answers by. */
  readonly classIndex: number
}

/** By column; undefined for columns that stand for no class. */
export type Columns = readonly (ColumnClass | undefined)[]

/** A class that older packages of RF-DETR carry for the first column, which stands for "no object". */
const OLD_BACKGROUND = 'background_class83422'

/** How COCO's list of 80 classes lies in its 91 ids; these are not in use. */
const COCO_IDS = 91
const UNUSED_COCO_IDS = new Set([0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83])

/**
 * Which class each column of scores stands for. The names are in the order of the columns; columns beyond them are background, and names
 * that are empty (or a repeated `N/A`) are ids that are not in use, which keep their place. The background class of older packages is
 * no class either, and places are counted without it. 80 names for 91 columns are the classes of COCO by COCO's own ids. Throws a
 * `ModelRunError` when there are more names than columns.
 */
export function columnClasses(classNames: readonly string[], columns: number): Columns {
  if (columns === COCO_IDS && classNames.length === COCO_IDS - UNUSED_COCO_IDS.size) return cocoColumns(classNames)
  const kept = classNames.filter((name) => name !== OLD_BACKGROUND)
  const isUnused = unusedAmong(classNames)
  const named = classNames.map((className) =>
    isUnused(className) ? undefined : { className, classIndex: kept.indexOf(className) },
  )
  const needed = named.findLastIndex((column) => column !== undefined) + 1
  if (needed > columns) throw new ModelRunError(message('network-too-few-classes', { columns, named: needed }))
  return Array.from({ length: columns }, (_, column) => named[column])
}

function unusedAmong(classNames: readonly string[]): (name: string) => boolean {
  const isRepeated = classNames.indexOf('N/A') !== classNames.lastIndexOf('N/A')
  return (name) => name === '' || name === OLD_BACKGROUND || (isRepeated && name === 'N/A')
}

function cocoColumns(classNames: readonly string[]): Columns {
  let classIndex = -1
  return Array.from({ length: COCO_IDS }, (_, id) => {
    if (UNUSED_COCO_IDS.has(id)) return undefined
    classIndex += 1
    return { className: classNames[classIndex] ?? '', classIndex }
  })
}
