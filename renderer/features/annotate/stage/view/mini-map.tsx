import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { imageUrl } from '#common/contract/urls'
import { type Box, clipBox } from '#common/geometry/box'
import { imagePoint, type Size } from '#common/geometry/space'
import { Layer } from '#renderer/canvas/layer'
import { visibleBox } from '#renderer/canvas/viewport'
import { useUiFactor } from '#renderer/ui/app/ui-scale'
import { centreOn } from '../../commands/view/view.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import type { EditorState } from '../../model/editor-state.ts'
import styles from './mini-map.module.css'

/** Largest size in view pixels. */
const LONG = { width: 168, height: 126 }

/** The whole image, small, with the part that is in view: while not all of it is. Moving the view by keys needs none of it. */
export function MiniMap() {
  const editor = useEditor()
  const element = useRef<HTMLDivElement>(null)
  const factor = useUiFactor()
  const { image, frame, isShown } = useEditorState(useShallow(shownMap))
  const size = isShown && frame ? mapSize(frame, factor) : undefined
  useSight(element, size)
  if (image === undefined || !frame || !size) return null
  const go = (event: PointerEvent) => {
    const place = element.current?.getBoundingClientRect()
    if (!place) return
    const scale = frame.width / size.width
    centreOn(editor, imagePoint((event.clientX - place.x) * scale, (event.clientY - place.y) * scale))
  }
  return (
    <div
      ref={element}
      className={styles.map}
      style={size}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      <img className={styles.image} src={imageUrl(image, 'thumb')} alt="" draggable={false} />
    </div>
  )
}

function shownMap(state: EditorState) {
  const { image, frame, options } = state
  return { image, frame, isShown: options.hasMiniMap && sightOf(state) !== undefined }
}

/** The part of the image that is in view, unless that is all of it or nothing. */
function sightOf({ frame, viewport, view }: EditorState): Box | undefined {
  const shown = frame && clipBox(visibleBox(viewport, view), frame)
  if (!shown || (shown.x1 - shown.x0 >= frame.width && shown.y1 - shown.y0 >= frame.height)) return undefined
  return shown
}

/** In pixels of the page. */
function mapSize({ width, height }: Size, factor: number): Size {
  const scale = Math.min(LONG.width / width, LONG.height / height) * factor
  return { width: width * scale, height: height * scale }
}

/** Draws what is in view over the map. On a canvas: it follows every move of the view, for which nothing must be laid out. */
function useSight(element: RefObject<HTMLDivElement | null>, size: Size | undefined): void {
  const { store } = useEditor()
  const { width, height } = size ?? {}
  useEffect(() => {
    const host = element.current
    if (!host || width === undefined || height === undefined) return
    const layer = new Layer(host)
    layer.resize({ width, height }, window.devicePixelRatio)
    const paint = (state: EditorState) => {
      const [sight, scale] = [sightOf(state), width / (state.frame?.width ?? width)]
      if (sight) layer.paint((ctx) => paintSight(ctx, { sight: scaledBox(sight, scale), map: { width, height } }))
    }
    paint(store.getState())
    const stop = store.subscribe((now, before) => {
      if (now.viewport !== before.viewport || now.view !== before.view) paint(now)
    })
    return () => {
      stop()
      layer.remove()
    }
  }, [element, store, width, height])
}

/** Sides in map pixels; never so small that it could not be seen. */
function scaledBox({ x0, y0, x1, y1 }: Box, scale: number): Box {
  const [left, top] = [x0 * scale, y0 * scale]
  return { x0: left, y0: top, x1: Math.max(left + 4, x1 * scale), y1: Math.max(top + 4, y1 * scale) }
}

/** Dims the area out of view. The edge is visible on bright images and on dark ones. */
function paintSight(ctx: CanvasRenderingContext2D, { sight, map }: { readonly sight: Box; readonly map: Size }): void {
  const { x0, y0, x1, y1 } = sight
  ctx.fillStyle = 'rgba(8, 9, 11, 0.35)'
  ctx.fillRect(0, 0, map.width, map.height)
  ctx.clearRect(x0, y0, x1 - x0, y1 - y0)
  ctx.lineWidth = 1
  ctx.strokeStyle = 'rgba(8, 9, 11, 0.78)'
  ctx.strokeRect(x0 - 0.5, y0 - 0.5, x1 - x0 + 1, y1 - y0 + 1)
  ctx.strokeStyle = '#fff'
  ctx.strokeRect(x0 + 0.5, y0 + 0.5, x1 - x0 - 1, y1 - y0 - 1)
}
