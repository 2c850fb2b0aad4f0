import {
  type LabelLosses,
  type TransferForecast,
  TransferResult,
  type TransferWay,
} from '#common/contract/browse/transfers'
import type { TaskView } from '#common/contract/tasks'
import { listed } from '#renderer/words/listed'
import { t } from '#renderer/words/words'

export function titleWords(way: TransferWay, images: number): string {
  return way === 'move'
    ? t('Move {{count}} images to another project', { count: images })
    : t('Copy {{count}} images to another project', { count: images })
}

export function startWords(way: TransferWay, images: number): string {
  return way === 'move' ? t('Move {{count}} images', { count: images }) : t('Copy {{count}} images', { count: images })
}

export function underWayWords(way: TransferWay, images: number, project: string): string {
  return way === 'move'
    ? t('Moving {{count}} images to {{project}}. You can keep working.', { count: images, project })
    : t('Copying {{count}} images to {{project}}. You can keep working.', { count: images, project })
}

/** New classes that are named; of the others their number. */
const MOST_CLASSES = 8

/** The effects on the images and on their annotations, a sentence each. */
export function forecastLines(
  forecast: TransferForecast,
  { name: project }: { readonly name: string },
): readonly string[] {
  const { there, classes, losses } = forecast
  const lines = [
    ...(there > 0
      ? [t('{{count}} images are in {{project}} already; they stay where they are.', { count: there, project })]
      : []),
    ...(classes.length > 0 ? [newClassWords(classes)] : []),
    ...lossLines(losses, project),
  ]
  return lines.length === 0 ? [t('All annotations fit as they are.')] : lines
}

function newClassWords(classes: readonly string[]): string {
  const rest = classes.length - MOST_CLASSES
  const named = classes.slice(0, MOST_CLASSES)
  const all = rest > 0 ? [...named, t('{{count}} more', { count: rest })] : named
  return t('{{count}} classes are created: {{classes}}.', { count: classes.length, classes: listed(all) })
}

function lossLines({ boxed, wholes, leftOut, unsaid }: LabelLosses, project: string): readonly string[] {
  return [
    ...(boxed > 0 ? [t('{{count}} annotations become boxes.', { count: boxed })] : []),
    ...(wholes > 0 ? [t('{{count}} annotations become classes of the whole image.', { count: wholes })] : []),
    ...(leftOut > 0
      ? [t('{{count}} annotations do not fit {{project}} and are skipped.', { count: leftOut, project })]
      : []),
    ...(unsaid > 0
      ? [t('{{count}} annotations lose attributes that {{project}} does not have.', { count: unsaid, project })]
      : []),
  ]
}

/** The result of a transfer task; undefined for every other task. */
export function transferOf({ kind, result }: Pick<TaskView, 'kind' | 'result'>): TransferResult | undefined {
  return kind === 'transfer' ? TransferResult.safeParse(result).data : undefined
}

/** "120 images moved to Boats. 3 images were there already. 5 labels became boxes." */
export function transferredWords({ way, target, images, there, losses }: TransferResult): string {
  const { boxed, wholes, leftOut, unsaid } = losses
  const changed = boxed + wholes
  return [
    goneWords(way, images, target.name),
    ...(there > 0 ? [t('{{count}} images were already in the project.', { count: there })] : []),
    ...(changed > 0 ? [t('{{count}} annotations were converted.', { count: changed })] : []),
    ...(leftOut > 0 ? [t('{{count}} annotations did not fit.', { count: leftOut })] : []),
    ...(unsaid > 0 ? [t('{{count}} annotations lost attributes.', { count: unsaid })] : []),
  ].join(' ')
}

export function goneWords(way: TransferWay, images: number, project: string): string {
  return way === 'move'
    ? t('{{count}} images moved to {{project}}.', { count: images, project })
    : t('{{count}} images copied to {{project}}.', { count: images, project })
}

/** The result of an undo. Changes made in the copies are not lost. */
export function takenBackWords(
  { way, target }: Pick<TransferResult, 'way' | 'target'>,
  { images, restored }: { readonly images: number; readonly restored: number },
): string {
  const project = target.name
  const back =
    way === 'move'
      ? t('{{count}} images are back; their copies are in the trash of {{project}}.', { count: restored, project })
      : t('{{count}} copies are in the trash of {{project}}.', { count: restored, project })
  if (restored === images) return back
  return [back, t('{{count}} others have changed since.', { count: images - restored })].join(' ')
}
