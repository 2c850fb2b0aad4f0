import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnnotationDocument } from '#common/annotation/edit'
import type { LabelClass } from '#common/contract/projects'
import { ClassId } from '#common/ids'
import { buildScene } from '#renderer/canvas/scene'
import { namedShapes, sceneOf, sceneShape } from '#renderer/features/annotate/model/shape-names'
import { applied, editSequences } from '#test/unit/common/annotation/shapes'

const CLASSES: readonly LabelClass[] = ['cell', 'leaf'].map((name, place) => ({
  id: ClassId.parse(`class000${place + 1}`),
  name,
  color: place + 1,
  position: place,
  shapes: 0,
  images: 0,
  skeleton: null,
}))

test('after any edits shapes are named and drawn as if loaded for the first time', () => {
  fc.assert(
    fc.property(editSequences, (edits) => {
      const documents = edits.reduce<readonly AnnotationDocument[]>(
        (all, edit) => [...all, applied(all.at(-1) ?? [], edit)],
        [],
      )
      const step = documents.map((document) => {
        const named = namedShapes(document, CLASSES)
        const { shapes, places, masks } = sceneOf(named)
        return { named, shapes, places, masks }
      })

      // Classes with another identity, so that cached names are not reused.
      const fresh = documents.map((document) => {
        const named = namedShapes(document, [...CLASSES])
        const { shapes, places, masks } = buildScene(named.map((each) => sceneShape(each)))
        return { named, shapes, places, masks }
      })

      expect(step).toEqual(fresh)
    }),
  )
})
