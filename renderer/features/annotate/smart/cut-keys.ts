import { t } from '#renderer/kit/words/words'
import { MOST_DETAIL } from '#renderer/tools/detail'
import type { KeyContext } from '../keys/context.ts'
import type { KeyCommand } from '../keys/key-command.ts'
import type { Workbench } from '../workbench/workbench.ts'

const isCutting = (c: KeyContext) => c.tool === 'smart' && c.isDrafting

/** What keys change of the cut under way. */
export const CUT_KEYS: readonly KeyCommand[] = [
  {
    id: 'cycle',
    label: t('Other cut: whole, part, smaller'),
    chords: ['Q'],
    group: 'Draw',
    when: isCutting,
    run: (bench) => bench.send({ type: 'cycle' }),
  },
  {
    id: 'less-detail',
    label: t('Less detail'),
    chords: ['['],
    group: 'Draw',
    when: isCutting,
    run: (bench) => changeDetail(bench, -1),
  },
  {
    id: 'more-detail',
    label: t('More detail'),
    chords: [']'],
    group: 'Draw',
    when: isCutting,
    run: (bench) => changeDetail(bench, 1),
  },
  {
    id: 'accept-each',
    label: t('Accept on every click, on or off'),
    chords: ['X'],
    group: 'Draw',
    when: (c) => c.tool === 'smart',
    run: toggleAccepting,
  },
]

function toggleAccepting(bench: Workbench): void {
  const acceptsEach = !bench.bench.options.acceptsEach
  bench.setOptions({ acceptsEach })
  bench.announce(acceptsEach ? t('Every click is accepted') : t('Each cut waits until it is accepted'))
}

function changeDetail(bench: Workbench, by: number): void {
  const detail = Math.min(MOST_DETAIL, Math.max(0, bench.bench.options.detail + by))
  bench.setOptions({ detail })
  bench.announce(t('Detail {{detail}} of {{most}}', { detail, most: MOST_DETAIL }))
}
