import { notify } from '#renderer/kit/overlay/toast'
import { t } from '#renderer/kit/words/words'
import type { WorkbenchNotice } from '../workbench/notice.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { untangle } from './vertex-acts.ts'
import { REFUSAL_WORDS } from './words.ts'

type OutlineNotice = Extract<WorkbenchNotice, { kind: 'crossing' | 'outline-refused' }>

/** Says why outlines stayed as they are, and what can be done about one. */
export function sayOutlineNotice(notice: OutlineNotice, bench: Workbench): void {
  if (notice.kind === 'outline-refused') return notify({ id: 'outline-refused', text: REFUSAL_WORDS[notice.refusal] })
  notify({
    id: 'crossing',
    text: t('The outline crosses itself'),
    action: { label: t('Untangle'), onPress: () => untangle(bench, notice.shape) },
  })
}
