import type { SegmentFault } from '#common/contract/segment'
import { signedRingArea } from '#common/geometry/polygon'
import { sentenceOf } from '#renderer/data/sentence'
import type { SmartState } from '#renderer/tools/smart/smart'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { MachineTask } from '../../model/machine.ts'

export const NO_BOX = t('Select boxes, or draw one, to have them tightened')

/** "2 boxes tightened. 1 box left: nothing distinct lies in it." */
export function tightenedSentence({
  tightened,
  empty,
}: {
  readonly tightened: number
  readonly empty: number
}): string {
  const left = t('{{count}} boxes unchanged: no distinct object in them', { count: empty })
  if (tightened === 0) return empty > 0 ? left : t('Nothing to tighten: what lies in the boxes fills them')
  const done = t('{{count}} boxes tightened', { count: tightened })
  return empty > 0 ? `${done}. ${left}` : done
}

/** Why the machine did not answer. */
export function failureSentence(error: unknown): string {
  return `${t('Smart select did not answer.')} ${sentenceOf(error)}`
}

/** Why another engine answers than the installed model. */
export function faultSentence({ model, reason }: SegmentFault): string {
  switch (reason) {
    case 'out-of-memory':
      return t('{{model}} ran out of memory. Cuts go by edges and colors; a smaller model may fit (see Models)', {
        model,
      })
    case 'broken':
      return t('{{model}} does not run. Cuts follow edges and colors; see Models for the reason', { model })
    case 'cannot':
      return t('{{model}} does not support boxes. This cut follows edges and colors; clicks go to the model', {
        model,
      })
  }
}

/** "Tightening box 2 of 5". */
export function taskText({ kind, done, total }: MachineTask): string {
  const values = { number: Math.min(total, done + 1), total }
  switch (kind) {
    case 'tighten':
      return t('Tightening box {{number}} of {{total}}', values)
    case 'refit':
      return t('Fitting shape {{number}} of {{total}}', values)
    case 'propagate':
      return t('Carrying forward, image {{number}} of {{total}}', values)
  }
}

/** "2 include, 1 exclude, 1 box". */
export function promptWords({ prompts }: SmartState): string {
  const points = prompts.filter((prompt) => prompt.kind === 'point')
  const included = points.filter(({ isPositive }) => isPositive).length
  const excluded = points.length - included
  const parts = [
    ...(included > 0 ? [t('{{number}} include', { number: included })] : []),
    ...(excluded > 0 ? [t('{{number}} exclude', { number: excluded })] : []),
    ...(prompts.length > points.length ? [t('1 box')] : []),
  ]
  return parts.length === 0 ? t('none yet') : parts.join(', ')
}

export function areaWords({ candidates, chosen }: SmartState): string {
  const rings = candidates[chosen]?.rings
  return rings ? `${count(Math.abs(rings.reduce((sum, ring) => sum + signedRingArea(ring), 0)))} px²` : '–'
}
