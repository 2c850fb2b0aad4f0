import { Check } from 'lucide-react'
import { labellingOf } from '#renderer/data/project-type'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { useDocument, useEditorState } from '../../editor/hooks/session.tsx'
import { useWholeClasses } from '../../parts/use-whole-classes.ts'
import styles from './whole-labels.module.css'

/** Classes of the image as a whole, written over its corner. */
export function WholeLabels() {
  const isShown = useEditorState(({ projectType, isPeeking }) => !isPeeking && labellingOf(projectType) === 'classes')
  const isNull = useDocument((document) => document?.isNull ?? false)
  const given = useWholeClasses()
  if (!isShown || (given.length === 0 && !isNull)) return null
  return (
    <ul className={styles.chips} aria-label={t('Classes of the image')}>
      {given.map(({ id, name, color }) => (
        <li key={id} className={styles.chip}>
          <ClassSwatch color={color} size={12} />
          <span className="truncate">{name}</span>
        </li>
      ))}
      {isNull && (
        <li className={styles.chip}>
          <Check />
          {t('Background')}
        </li>
      )}
    </ul>
  )
}
