import { Sparkles } from 'lucide-react'
import { Button } from '#renderer/ui/controls/button'
import { Chip } from '#renderer/ui/display/chip'
import { ProgressRing } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { taskText } from '../../effects/smart/words.ts'
import { thenCanvas } from '../../parts/pressed.ts'
import styles from './machine-note.module.css'

function Close() {
  return (
    <div className={styles.note} title={t("The part in view is looked at with all of the model's resolution")}>
      <Chip tone="machine">
        <Sparkles />
        {t('High-res')}
      </Chip>
    </div>
  )
}

/** Progress of a machine task over several shapes or images, with a button to stop it. */
export function MachineNote() {
  const task = useEditorState(({ machine }) => machine.task)
  const isClose = useEditorState(({ machine }) => machine.readiness?.crop !== undefined)
  if (!task) return isClose ? <Close /> : null
  return (
    <div className={styles.note} role="status">
      <ProgressRing value={task.done / task.total} label={taskText(task)} size={14} />
      <span className="num">{taskText(task)}</span>
      <Button size="small" variant="quiet" onPress={thenCanvas(task.stop)}>
        {t('Stop')}
      </Button>
    </div>
  )
}
