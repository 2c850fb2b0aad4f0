import { Button } from '#renderer/ui/controls/button'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { useEditor } from '../editor/hooks/session.tsx'
import { ArmedClass } from './armed-class.tsx'
import styles from './bar.module.css'
import { thenCanvas } from './pressed.ts'

interface PathItemsProps {
  /** How many points are set, and how many it needs. */
  readonly points: number
  readonly least: number
  readonly needs: string
  readonly end: string
  /** The command that ends it. */
  readonly command: string
}

/** The path being drawn point by point: its number of points, and how it ends. */
export function PathItems({ points, least, needs, end, command }: PathItemsProps) {
  const editor = useEditor()
  return (
    <>
      <ArmedClass />
      <span className={styles.rule} />
      <span className={`${styles.points} num`}>{t('{{count}} points', { count: points })}</span>
      <Button
        size="small"
        variant="quiet"
        chord={useChord('discard')}
        onPress={thenCanvas(() => editor.send({ type: 'cancel' }))}
      >
        {t('Discard')}
      </Button>
      <Button
        size="small"
        variant="primary"
        chord={useChord(command)}
        disabledReason={points < least ? needs : undefined}
        onPress={thenCanvas(() => editor.send({ type: 'enter' }))}
      >
        {end}
      </Button>
    </>
  )
}
