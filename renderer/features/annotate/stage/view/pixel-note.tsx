import { sentenceOf } from '#renderer/data/sentence'
import { ProgressRing } from '#renderer/ui/display/progress'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { isHuge, isLarge, needsMore, SCREEN_SIDE } from '../../effects/queue/pixel-plan.ts'
import styles from './pixel-note.module.css'

/** Of a large image that is not shown with all its pixels: how far that is, or why not. */
export function PixelNote() {
  const tiles = useEditorState(({ pixels }) => pixels?.tiles)
  const frame = useEditorState((state) => state.frame)
  const isClose = useEditorState(needsMore)
  if (!frame || tiles === undefined) return null
  const pixels = megapixels(frame.width * frame.height)
  if (tiles.state === 'preparing' && (isClose || isHuge(frame)))
    return (
      <div className={styles.note}>
        <ProgressRing value={tiles.share} label={t('Preparing {{size}}', { size: pixels })} size={14} />
        <span className="num">
          {isLarge(frame) ? t('Preparing {{size}} image …', { size: pixels }) : t('Preparing image …')}{' '}
          {percent(Math.floor(tiles.share * 100) / 100)}
        </span>
      </div>
    )
  if (tiles.state !== 'failed' || !isClose) return null
  return (
    <div className={styles.note} role="status">
      <span className={styles.word}>{t('Not sharp')}</span>
      <span className={`${styles.reason} truncate`} title={sentenceOf(tiles.reason)}>
        {t(
          'The image could not be prepared ({{reason}}). It is shown with {{pixels}} pixels; annotations can be drawn.',
          {
            reason: sentenceOf(tiles.reason),
            pixels: SCREEN_SIDE,
          },
        )}
      </span>
    </div>
  )
}

/** "300 MP". */
function megapixels(pixels: number): string {
  return t('{{amount}} MP', { amount: Math.round(pixels / 1e6) })
}
