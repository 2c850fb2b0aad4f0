import { type DragEvent, useMemo, useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { readOnlyNow } from '#renderer/data/read-only'
import { movedTo } from './class-order.ts'
import { useClassChanges } from './use-class-changes.ts'

/** The class under the pointer while another one is dragged, and what every row listens to. */
export interface Dragging {
  readonly over: ClassId | undefined
  /** Where the dragged class would come to stand. */
  readonly side: 'above' | 'below'
  readonly handlers: (id: ClassId) => object
}

/** The order of classes by dragging their rows. */
export function useDragged(classes: readonly LabelClass[]): Dragging {
  const { mutate } = useClassChanges().reorder
  const [dragged, setDragged] = useState<ClassId>()
  const [over, setOver] = useState<ClassId>()
  return useMemo(() => {
    const order = classes.map(({ id }) => id)
    const end = () => {
      setDragged(undefined)
      setOver(undefined)
    }
    const handlers = (id: ClassId) => ({
      draggable: readOnlyNow('projects') === undefined,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        setDragged(id)
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        if (over !== id) setOver(id)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== undefined && dragged !== id) mutate(movedTo(order, dragged, order.indexOf(id)))
        end()
      },
      onDragEnd: end,
    })
    const isDown = dragged !== undefined && over !== undefined && order.indexOf(dragged) < order.indexOf(over)
    return { over: dragged === over ? undefined : over, side: isDown ? 'below' : 'above', handlers }
  }, [classes, dragged, over, mutate])
}
