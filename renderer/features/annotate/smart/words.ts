import type { SegmentFault } from '#common/contract/segment'
import { signedRingArea } from '#common/geometry/polygon'
import { count, plural } from '#renderer/kit/format'
import { sentenceOf } from '#renderer/kit/studio/sentence'
import type { SmartState } from '#renderer/tools/smart/smart'
import type { MachineTask } from './machine.ts'

export const NO_BOX = 'Select boxes, or draw one, to have them tightened'

/** "2 boxes tightened. 1 box left as it is: nothing distinct lies in it." */
export function tightenedSentence({
  tightened,
  empty,
}: {
  readonly tightened: number
  readonly empty: number
}): string {
  const left = `${plural(empty, 'box', 'boxes')} left: nothing distinct lies in ${empty === 1 ? 'it' : 'them'}`
  if (tightened === 0) return empty > 0 ? left : 'Nothing to tighten: what lies in the boxes fills them'
  const done = `${plural(tightened, 'box', 'boxes')} tightened`
  return empty > 0 ? `${done}. ${left}` : done
}

/** Why the machine did not answer. */
export function failureSentence(error: unknown): string {
  return `Smart segment did not answer. ${sentenceOf(error)}`
}

/** Why another engine answers than the installed model. */
export function faultSentence({ model, reason }: SegmentFault): string {
  switch (reason) {
    case 'out-of-memory':
      return `${model} ran out of memory. Cuts go by edges and colours; a smaller model may fit (see Models)`
    case 'broken':
      return `${model} does not run. Cuts go by edges and colours; Models says why`
    case 'cannot':
      return `${model} takes no boxes. This cut goes by edges and colours; clicks go to the model`
  }
}

const TASKS: Readonly<Record<MachineTask['kind'], string>> = {
  tighten: 'Tightening box',
  refit: 'Fitting shape',
  propagate: 'Carrying forward, picture',
}

/** "Tightening box 2 of 5". */
export function taskText({ kind, done, total }: MachineTask): string {
  return `${TASKS[kind]} ${Math.min(total, done + 1)} of ${total}`
}

/** "2 include, 1 exclude, 1 box". */
export function promptWords({ prompts }: SmartState): string {
  const points = prompts.filter((prompt) => prompt.kind === 'point')
  const included = points.filter(({ isPositive }) => isPositive).length
  const excluded = points.length - included
  const parts = [
    included > 0 ? `${included} include` : '',
    excluded > 0 ? `${excluded} exclude` : '',
    prompts.length > points.length ? '1 box' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'none yet' : parts.join(', ')
}

export function areaWords({ candidates, chosen }: SmartState): string {
  const rings = candidates[chosen]?.rings
  return rings ? `${count(Math.abs(rings.reduce((sum, ring) => sum + signedRingArea(ring), 0)))} px²` : '–'
}
