import { Check } from 'lucide-react'
import type { LabelClass } from '#common/contract/projects'
import { ClassSwatch } from '#renderer/kit/display/marks'
import { labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import { useBench, useDocument } from '../workbench/session.tsx'
import { wholeClasses } from './whole-acts.ts'
import styles from './whole-labels.module.css'

/** What the image as a whole is, written over its corner. */
export function WholeLabels() {
  const isShown = useBench(({ projectType, isPeeking }) => !isPeeking && labellingOf(projectType) === 'classes')
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

/** The classes of the image on screen. */
export function useWholeClasses(): readonly LabelClass[] {
  const classes = useBench((bench) => bench.classes)
  const shapes = useDocument((document) => document?.shapes)
  return wholeClasses(shapes, classes)
}
