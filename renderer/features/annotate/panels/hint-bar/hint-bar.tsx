import { memo } from 'react'
import { toImage } from '#common/geometry/space'
import { Keycap } from '#renderer/ui/display/keycap'
import { HandsAsk } from '#renderer/ui/keys/hands/hands-ask'
import { t } from '#renderer/words/words'
import type { Hint } from '../../commands/hint.ts'
import { useEditorState } from '../../editor/hooks/session.tsx'
import { useSelectedShapes } from '../../editor/hooks/use-selected.ts'
import type { EditorState } from '../../model/editor-state.ts'
import { useKeyContext } from '../../parts/use-key-context.ts'
import { useKeyCommands } from '../../tools/command-store.ts'
import { hintsOf } from '../../tools/hints.ts'
import styles from './hint-bar.module.css'

/** Commands whose keys form a range: every key between the first and the last runs them too. */
const RANGES = [t('class'), t('class of the image')]

/** The keys that are valid now, and where the pointer is. The last one, which tells them all, has its place however many there are. */
export function HintBar() {
  const context = useKeyContext()
  const [only, ...others] = useSelectedShapes()
  const commands = useKeyCommands()
  const hints = hintsOf(context, { selected: others.length === 0 ? only?.kind : undefined, commands })
  return (
    <div className={styles.bar}>
      <div className={styles.hints}>{hints.slice(0, -1).map(asElement)}</div>
      {hints.slice(-1).map(asElement)}
      <HandsAsk />
      <Coordinates />
    </div>
  )
}

function asElement(hint: Hint) {
  return <HintWord key={wordOf(hint)} {...hint} />
}

/** Most stay valid from one gesture to the next. */
const HintWord = memo(
  function HintWord({ caps, label }: Hint) {
    return (
      <span className={styles.hint}>
        {caps.map((cap, place) => (
          <span key={cap} className={styles.hint}>
            {place > 0 && RANGES.includes(label) && t('to|keys')}
            <Keycap chord={cap} />
          </span>
        ))}
        {label}
      </span>
    )
  },
  (before, now) => wordOf(before) === wordOf(now),
)

function wordOf({ caps, label }: Hint): string {
  return `${caps.join()} ${label}`
}

/**
 * It changes with every move of the pointer: its width is the one of its longest text, so that nothing else is laid out with it.
 * Browsers lay a box out by itself only where it is no item of a flex row, hence the box within the box.
 */
const Coordinates = memo(function Coordinates() {
  const place = useEditorState(placeText)
  const frame = useEditorState((state) => state.frame)
  if (!frame) return null
  const { width, height } = frame
  const size = `   ${width}×${height}`
  const longest = `x ${width}  y ${height}${size}`.length
  return (
    <span>
      <span className={`${styles.place} mono num`} style={{ width: `${longest + 1}ch` }}>
        {place}
        {size}
      </span>
    </span>
  )
})

function placeText({ cursor, pointer, viewport, frame }: EditorState): string {
  const at = cursor ?? (pointer && toImage(pointer, viewport))
  if (!at || !frame || at.x < 0 || at.y < 0 || at.x > frame.width || at.y > frame.height) return ''
  return `x ${Math.floor(at.x)}  y ${Math.floor(at.y)}`
}
