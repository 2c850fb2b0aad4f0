import { type PointerEvent, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { pictureUrl } from '#common/contract/urls'
import { clipBox } from '#common/geometry/box'
import { imagePoint, type Size } from '#common/geometry/space'
import { visibleBox } from '#renderer/canvas/viewport'
import { useUiFactor } from '#renderer/kit/app/ui-scale'
import type { Bench } from '../workbench/bench.ts'
import { useBench, useWorkbench } from '../workbench/session.tsx'
import { centreOn } from '../workbench/view-acts.ts'
import styles from './mini-map.module.css'

/** Largest size in view pixels. */
const LONG = { width: 168, height: 126 }

/** The whole picture, small, with the part that is in view: while not all of it is. Moving the view by keys needs none of it. */
export function MiniMap() {
  const bench = useWorkbench()
  const element = useRef<HTMLDivElement>(null)
  const factor = useUiFactor()
  const { image, frame, viewport, view, isOn } = useBench(useShallow(sightOf))
  if (!isOn || image === undefined || !frame) return null
  const shown = clipBox(visibleBox(viewport, view), frame)
  if (!shown || (shown.x1 - shown.x0 >= frame.width && shown.y1 - shown.y0 >= frame.height)) return null
  const scale = mapScale(frame) * factor
  const go = (event: PointerEvent) => {
    const place = element.current?.getBoundingClientRect()
    if (place) centreOn(bench, imagePoint((event.clientX - place.x) / scale, (event.clientY - place.y) / scale))
  }
  return (
    <div
      ref={element}
      className={styles.map}
      style={{ width: frame.width * scale, height: frame.height * scale }}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      <img className={styles.picture} src={pictureUrl(image, 'thumb')} alt="" draggable={false} />
      <div
        className={styles.sight}
        style={{
          // Moved without being laid out: it follows every move of the view.
          transform: `translate(${shown.x0 * scale}px, ${shown.y0 * scale}px)`,
          width: Math.max(4, (shown.x1 - shown.x0) * scale),
          height: Math.max(4, (shown.y1 - shown.y0) * scale),
        }}
      />
    </div>
  )
}

function sightOf({ image, frame, viewport, view, options }: Bench) {
  return { image, frame, viewport, view, isOn: options.hasMiniMap }
}

/** Map pixels, of the design, to one image pixel. */
function mapScale({ width, height }: Size): number {
  return Math.min(LONG.width / width, LONG.height / height)
}
