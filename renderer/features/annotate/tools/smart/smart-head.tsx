import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { queries } from '#renderer/data/queries'
import { cx } from '#renderer/ui/cx'
import { Chip } from '#renderer/ui/display/chip'
import { t } from '#renderer/words/words'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { areaWords, promptWords } from '../../effects/smart/words.ts'
import { armedClass } from '../../model/editor-state.ts'
import { ClassSelect, useArmClass } from '../../parts/class-select.tsx'
import styles from '../../parts/inspector.module.css'
import cut from './cut-options.module.css'
import { CutOptions } from './cut-options.tsx'
import { smartState } from './smart-items.tsx'

/** The cut in hand, and how cuts are kept. */
export function SmartHead() {
  const arm = useArmClass()
  const known = useQuery(queries.session()).data?.segmenter
  const engine = useEditorState(({ machine }) => machine.readiness?.engine?.engine) ?? known
  const state = useEditorState(smartState)
  const classId = useEditorState(armedClass)?.id
  return (
    <section className={cx(styles.head, cut.head)} aria-label={t('New segment')}>
      <div className={styles.subject}>
        <h2 className={styles.title}>{t('New segment')}</h2>
        <span className={styles.right}>
          <Chip tone="machine">
            <Sparkles />
            {engine ?? t('Smart select')}
          </Chip>
        </span>
      </div>
      <dl className={styles.facts}>
        <dt>{t('Class')}</dt>
        <dd>
          <ClassSelect value={classId} onChange={arm} />
        </dd>
        <dt>{t('Prompts')}</dt>
        <dd className="num">{promptWords(state)}</dd>
        <dt>{t('Area')}</dt>
        <dd className="num">{areaWords(state)}</dd>
      </dl>
      <CutOptions />
    </section>
  )
}
