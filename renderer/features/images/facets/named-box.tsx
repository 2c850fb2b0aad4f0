import { memo } from 'react'
import type { BatchId, ClassId } from '#common/ids'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { FacetBox } from './facet-box.tsx'

interface NamedBoxProps<Id> {
  readonly id: Id
  readonly name: string
  readonly images: number
  readonly isOn: boolean
  /** Stays the same from one drawing to the next. */
  readonly onFlip: (id: Id) => void
}

/** Drawn anew only when it changes, as the box of a batch: there may be two hundred of each, and every search draws their column. */
export const ClassBox = memo(function ClassBox(props: NamedBoxProps<ClassId> & { readonly color: number }) {
  const { id, name, color, images, isOn, onFlip } = props
  return (
    <FacetBox isOn={isOn} onFlip={() => onFlip(id)} images={images}>
      <ClassSwatch color={color} />
      <span className="truncate">{name}</span>
    </FacetBox>
  )
})

export const BatchBox = memo(function BatchBox({ id, name, images, isOn, onFlip }: NamedBoxProps<BatchId>) {
  return (
    <FacetBox isOn={isOn} onFlip={() => onFlip(id)} images={images}>
      <span className="truncate">{name}</span>
    </FacetBox>
  )
})
