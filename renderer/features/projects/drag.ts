import { type DragEvent, useState } from 'react'
import { FolderId, ProjectSlug } from '#common/ids'
import { useReadOnly } from '#renderer/data/read-only'

/** The item dragged over the projects page; browsers hide the data of a drag until it is dropped. */
export type Dragged =
  | { readonly kind: 'project'; readonly slug: ProjectSlug }
  | { readonly kind: 'folder'; readonly id: FolderId }

const TYPE = 'application/x-tessera-project'

/** Makes an element one that can be picked up. */
export function useDragSource(dragged: Dragged) {
  const isReadOnly = useReadOnly('projects') !== undefined
  return {
    draggable: !isReadOnly,
    onDragStart(event: DragEvent) {
      event.stopPropagation()
      event.dataTransfer.setData(TYPE, dragged.kind === 'project' ? dragged.slug : dragged.id)
      event.dataTransfer.setData(`${TYPE}-kind`, dragged.kind)
      event.dataTransfer.effectAllowed = 'move'
    },
  }
}

/** Makes an element a place to drop on; `isOver` while something is held over it. */
export function useDropPlace(onDrop: (dragged: Dragged) => void) {
  const [isOver, setOver] = useState(false)
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(TYPE)
  return {
    isOver,
    place: {
      onDragOver(event: DragEvent) {
        if (!isOurs(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false)
        if (!isOurs(event)) return
        event.preventDefault()
        const dragged = readDragged(event)
        if (dragged !== undefined) onDrop(dragged)
      },
    },
  }
}

function readDragged({ dataTransfer }: DragEvent): Dragged | undefined {
  const text = dataTransfer.getData(TYPE)
  if (dataTransfer.getData(`${TYPE}-kind`) === 'folder') {
    const id = FolderId.safeParse(text)
    return id.success ? { kind: 'folder', id: id.data } : undefined
  }
  const slug = ProjectSlug.safeParse(text)
  return slug.success ? { kind: 'project', slug: slug.data } : undefined
}
