import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { keys, queries } from '#renderer/data/queries'
import { useEditor, useSession } from '../../editor/hooks/session.tsx'

/** Once everything is on disk for this long, the classes are counted again. */
const COUNT_MS = 400

/** Classes and type of the project, for everything on the screen that is not a component. */
export function useProjectData(): void {
  const { editor, shelf } = useSession()
  const { project } = editor
  const client = useQueryClient()
  const classes = useQuery(queries.classes(project)).data
  const type = useQuery(queries.project(project)).data?.type
  useEffect(() => {
    const known = editor.state.classes
    const sorted = classes?.toSorted((a, b) => a.position - b.position)
    // Counts change with every shape; what is drawn and pressed depends on names, colors, keys, skeletons and attributes alone.
    if (sorted && (!known || facesOf(known) !== facesOf(sorted))) editor.set({ classes: sorted })
  }, [editor, classes])
  useEffect(() => {
    if (type) editor.setProjectType(type)
  }, [editor, type])
  useEffect(() => {
    let timer = setTimeout(count, COUNT_MS)
    const stop = editor.documents.store.subscribe(({ waiting }, before) => {
      if (waiting === before.waiting) return
      clearTimeout(timer)
      if (waiting === 0) timer = setTimeout(count, COUNT_MS)
    })

    function count(): void {
      void client.invalidateQueries({ queryKey: keys.classes(project) })
    }

    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, project, editor])
  useEffect(() => () => shelf.dispose(), [shelf])
}

function facesOf(classes: readonly LabelClass[]): string {
  return JSON.stringify(
    classes.map(({ id, name, color, chord, skeleton, attributes }) => [id, name, color, chord, skeleton, attributes]),
  )
}

/** How many shapes each class has in the project, as it is on disk. */
export function useShapeCounts(): ReadonlyMap<ClassId, number> {
  const { project } = useEditor()
  const classes = useQuery(queries.classes(project)).data
  return useMemo(() => new Map(classes?.map(({ id, shapes }) => [id, shapes])), [classes])
}

/** The classes of the project with what is counted of them, in their order. */
export function useCountedClasses(): readonly LabelClass[] {
  const { project } = useEditor()
  const classes = useQuery(queries.classes(project)).data
  return useMemo(() => (classes ?? []).toSorted((a, b) => a.position - b.position), [classes])
}
