import { ProgressRing } from '#renderer/kit/display/progress'
import { count } from '#renderer/kit/format'
import { isHuge, isLarge, needsMore, SCREEN_SIDE } from '../canvas/pixel-plan.ts'
import { useBench } from '../workbench/session.tsx'
import styles from './pixel-note.module.css'

/** Of a large picture that is not shown with all its pixels: how far that is, or why not. */
export function PixelNote() {
  const tiles = useBench(({ pixels }) => pixels?.tiles)
  const frame = useBench((bench) => bench.frame)
  const isClose = useBench(needsMore)
  if (!frame || tiles === undefined) return null
  const pixels = megapixels(frame.width * frame.height)
  if (tiles.state === 'preparing' && (isClose || isHuge(frame)))
    return (
      <div className={styles.note}>
        <ProgressRing value={tiles.share} label={`Preparing ${pixels}`} size={14} />
        <span className="num">
          Preparing {isLarge(frame) ? `${pixels} picture` : 'picture'} … {Math.floor(tiles.share * 100)} %
        </span>
      </div>
    )
  if (tiles.state !== 'failed' || !isClose) return null
  return (
    <div className={styles.note} role="status">
      <span className={styles.word}>Not sharp</span>
      <span className={`${styles.reason} truncate`} title={tiles.reason}>
        The picture could not be prepared ({tiles.reason}). It is shown with {count(SCREEN_SIDE)} pixels; labels can be
        drawn.
      </span>
    </div>
  )
}

/** "300 MP". */
function megapixels(pixels: number): string {
  return `${count(Math.round(pixels / 1e6))} MP`
}
